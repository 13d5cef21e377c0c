import { useStorefront } from './storefront.js';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);

console.log(JSON.stringify(await useStorefront(baseUrl, apiKey)));
