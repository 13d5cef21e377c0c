/**
 * The look of the elements: it takes fonts and colors from the page, so that it fits there and keeps the page's contrast. The filter is narrow
 * and floats beside the heading, so that the heading does not wrap and nothing moves when the filter appears.
 */

/** Inside an element. */
export const inside = `
:host([hidden]){display:none}
[hidden]{display:none!important}
button,input,textarea,select{font:inherit;color:inherit;background:transparent;border:1px solid var(--store-border-color,currentColor);border-radius:var(--store-radius,.25em);padding:.4em .7em;box-sizing:border-box}
button{cursor:pointer;min-block-size:2.25em;background:var(--store-button-background,transparent);color:var(--store-button-color,inherit)}
input,textarea{inline-size:100%;background:var(--store-field-background,transparent)}
textarea{min-block-size:7em;resize:vertical}
option{background:Field;color:FieldText}
:focus-visible{outline:2px solid;outline-offset:2px}
select{float:right;inline-size:clamp(3em,25vw - 2em,12em);margin-inline-start:.5em;padding-inline:.3em;text-overflow:ellipsis}
form{display:grid;gap:var(--store-gap,.75em);max-inline-size:var(--store-form-width,32em);margin-block:var(--store-gap,.75em);justify-items:start}
form>*{max-inline-size:100%}
select[dir=rtl]{float:left}
label.field{display:grid;gap:.25em;inline-size:100%}
fieldset{border:0;margin:0;padding:0}
legend{padding:0}
.star{position:relative;display:inline-block;padding-inline:.1em;font-size:var(--store-star-size,1.75em);line-height:1.2;color:var(--store-star-color,inherit)}
.star::before{content:'☆'}
.star:has(:checked)::before,.star:has(~.star :checked)::before{content:'★'}
.star:focus-within{outline:2px solid}
.star input{position:absolute;inset:0;block-size:100%;margin:0;opacity:0;cursor:pointer}
[role=status]{margin:0;min-block-size:2lh}
form[aria-busy=true]{cursor:progress}
.asking>:not([role=status]){visibility:hidden}
.list{min-block-size:0}
.quiet{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

/** The stars on the page: any rule of the page is stronger. */
export const stars =
  ':where(store-rating,store-reviews) :where(.store-reviews-stars,.store-review-stars){color:var(--store-star-color)}';
