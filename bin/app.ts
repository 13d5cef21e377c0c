/** The CDK app. Bundles the functions and makes the template; needs neither an account nor Docker nor a network. */
import { storeCommerceApp } from '../infra/app.ts';
import { bundleFunctions, bundlesFolder } from './build/bundles.ts';
import { lastDocs, writeDocs } from './build/docs-page.ts';

/** A draft (`-c draft=true`) is a template to read while `infra/` changes: with the pages of the last synthesis, and without cdk-nag. */
const draft = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}').draft === 'true';

await bundleFunctions();
const reference = (draft && lastDocs()) || (await writeDocs());
storeCommerceApp({ bundles: bundlesFolder, reference, nag: !draft }).app.synth();
