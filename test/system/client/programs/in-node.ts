import { useShop } from './shop.js';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);

console.log(JSON.stringify(await useShop(baseUrl, apiKey)));
