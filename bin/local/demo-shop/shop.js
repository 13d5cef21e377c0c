// The part of a shop's own script that gives tokens to the elements and to the hosted pages.
const tokenFor = async (scope) => {
  const response = await fetch(`/demo-shop/token?scope=${scope}`, { method: 'POST' });
  return response.ok ? response.text() : null;
};

document.addEventListener('store-token-needed', (event) => {
  const { scope, respondWith } = event.detail;
  respondWith(tokenFor(scope));
});

for (const link of document.querySelectorAll('a[data-scope]')) {
  link.addEventListener('click', async (event) => {
    event.preventDefault();
    location.assign(`${link.href}#t=${await tokenFor(link.dataset.scope)}`);
  });
}
