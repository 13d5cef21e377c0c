/** Makes files as other systems export them, in their own columns, with the oddities that real ones have. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const mark = '\ufeff';

const lines = (...rows: string[]): string => rows.map((row) => `${row}\n`).join('');

/** As Excel writes CSV on Windows. */
const windowsLines = (...rows: string[]): string => rows.map((row) => `${row}\r\n`).join('');

const samples = {
  'judge-me.csv':
    mark +
    lines(
      'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle',
      'Top 🫖,"<p>Keeps tea <b>warm</b>.</p><p>Tom &amp; I love it</p>",5,2025-03-02 10:12:00 UTC,web,ok,Ada L.,Ada@Example.com,7012345678,teapot,,,,1.1.1.1,FR,',
      '"Pours, but drips","Two lines',
      'and a ""quote""",3,2025-01-10,web,ok,Grace H.,grace@example.com,,cup,Thanks,2025-01-11,,,,',
      '',
      ',,,,,,,,,,,,,,,',
      'Spam,Buy watches,5,2025-01-10 08:00:00 +0100,web,spam,Bot,bot@example.com,7012345678,teapot,,,,,,',
      'Not yet,"I <3 it, 2 < 3",4,2025-02-01,web,not-yet,Ada L.,ada@example.com,,cup,,,,,,',
      'Top 🫖,"<p>Keeps tea <b>warm</b>.</p><p>Tom &amp; I love it</p>",5,2025-03-02 10:12:00 UTC,web,ok,Ada L.,Ada@Example.com,7012345678,teapot,,,,1.1.1.1,FR,',
      'Half a star,Body,4.5,2025-03-02,web,ok,Ada L.,ada@example.com,7012345678,teapot,,,,,,',
      'Nobody,Body,4,2025-03-02,web,ok,Nobody,nobody@example.com,7012345678,teapot,,,,,,',
      'A cell too few,Body,4,2025-03-02',
    ),
  'judge-me-french.csv': windowsLines(
    'title;body;rating;review_date;source;curated;reviewer_name;reviewer_email;product_id;product_handle;reply',
    'Très bien;"Un thé; deux tasses";5;25/12/2024 18:30;web;ok;Ada L.;ada@example.com;;teapot;',
    'Bof;;2;03/04/2025;web;;Grace H.;grace@example.com;;teapot;',
  ),
  'yotpo.csv': lines(
    'Review Title;Review Content;Review Score;Date;Product ID;Product Title;Product URL;Display Name;Email;Verified Purchase',
    'Lovely;"It&#39;s<br>blue";5;15/03/2025;7012345678;Teapot;https://example.com/teapot;Ada L.;ada@example.com;Yes',
    'Fine;"5"" wide";4;02/03/2025;7012345678;Teapot;https://example.com/teapot;Grace H.;grace@example.com;No',
  ),
  'yotpo-plugin.csv': lines(
    'review_title,review_content,display_name,user_email,user_type,review_score,date,sku,product_title,product_description,product_url,product_image_url',
    'Teapot,"Holds three cups, no more",Ada,ada@example.com,verified_buyer,5,"2025-03-02 10:12:00",42,Teapot,,https://example.com/teapot,',
    'Cup,Chipped,Grace,grace@example.com,,1,"2025-03-03 23:59:59",43,Cup,,https://example.com/cup,',
  ),
  'okendo-template.csv': lines(
    'name,title,body,handle,productId,rating,sku,dateCreated,countryCode,email,imageUrls',
    'Ada L.,Great,Holds tea,,gid://shopify/Product/7012345678,5,,2025-03-02T10:12:00.000Z,us,ada@example.com,',
    'Grace H.,,Is a cup,cup,,4,,2025-03-02T10:12:00+02:00,us,grace@example.com,',
    'Ada Lovelace,,Is mine,cup,,4,,2025-03-02,us,another-ada@example.com,',
  ),
  'okendo-export.csv': lines(
    'Review ID,Product ID,Product Name,Rating,Title,Body,Reviewer Name,Is Verified Buyer,Date Created,Status',
    'r1,shopify-7012345678,Teapot,5,Great,Holds tea,Ada Lovelace,true,2025-03-02T10:12:00Z,Published',
    'r2,shopify-7012345678,Teapot,1,No,Does not,Grace Hopper,false,2025-03-02T10:12:00Z,Rejected',
  ),
  'shopify-customers.csv':
    mark +
    lines(
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags,metafield.a,metafield.A',
      "'1001,Ada,Lovelace,ada@example.com,yes,,5 Loom Lane,Floor 2,Boston,MA,US,'02108,'+16175550100,'+16175550100,no,0.00,0,,no,,x,y",
      "'1002,Jan,'t Hooft,jan@example.com,no,,'s-Gravenweg 1,,Rotterdam,ZH,NL,'3062 ZA,,,no,0.00,0,,no,,,",
      "'1003,Grace,Hopper,grace@example.com,no,,,,,,,,,,no,0.00,0,,no,,,",
      "'1004,Alan,Turing,alan@example.com,no,,1 Main St,,Paris,,FR,'75001,,,no,0.00,0,,no,,,",
    ),
  'shopify-customers-earlier.csv': lines(
    'First Name,Last Name,Email,Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip,Phone,Accepts Marketing,Total Spent,Total Orders,Tags,Note,Tax Exempt',
    'Grace,Hopper,GRACE@example.com,,"1 Navy Yard, Gate 2",,Toronto,Ontario,ON,Canada,CA,M5V 2T6,,no,0.00,0,,"Calls',
    'at noon",no',
    'Ada,Lovelace,ada@example.com,,5 Loom Lane,,Boston,Massachusetts,MA,United States,,02108,,no,0.00,0,,,no',
  ),
  'woocommerce-customers.csv': lines(
    'ID,customer_id,user_login,user_pass,user_nicename,user_email,user_url,user_registered,display_name,first_name,last_name,billing_first_name,billing_last_name,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_last_name,shipping_company,shipping_phone,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country',
    '7,3,ada,$P$Bsecret,ada,ada@example.com,,2024-01-01 10:00:00,Ada,Ada,Lovelace,Ada,Lovelace,,ada@example.com,,5 Loom Lane,,02108,Boston,MA,US,,,,,9 Dock Road,,M5V 2T6,Toronto,ON,CA',
    '8,4,grace,$P$Bsecret,grace,grace@example.com,,2024-01-01 10:00:00,Grace,Grace,Hopper,,,,,,1 Navy Yard,,02129,Boston,,US,,,,,2 Navy Yard,,02129,Boston,MA,US',
    '9,7,alan,$P$Bsecret,alan,alan@example.com,,2024-01-01 10:00:00,Alan,Alan,Turing,,,,,,,,,,,US,,,,,3 Mill Lane,,02139,Cambridge,MA,USA',
  ),
  'square-gift-cards.jsonl': lines(
    '{"id":"gftc:1","type":"DIGITAL","gan_source":"SQUARE","state":"ACTIVE","balance_money":{"amount":2550,"currency":"USD"},"gan":"7783320001001635","created_at":"2024-01-25T18:25:34-08:00","customer_ids":["C1"]}',
    '{"id":"gftc:2","type":"PHYSICAL","gan_source":"OTHER","state":"DEACTIVATED","balance_money":{"amount":100,"currency":"USD"},"gan":"7783 3200 0100 1636","created_at":"2024-01-25T18:25:34Z"}',
    '',
    '{"id":"gftc:3","state":"ACTIVE","balance_money":{"amount":100,"currency":"USD"},"gan":77833200010016377783}',
    '{"id":"gftc:4","state":"PENDING","balance_money":{"amount":0,"currency":"USD"},"gan":"7783320001001638"}',
    'not JSON',
  ),
  'square-gift-cards.tsv': lines(
    'id\ttype\tstate\tbalance_money.amount\tbalance_money.currency\tgan\tcreated_at',
    "gftc:1\tDIGITAL\tACTIVE\t2550\tUSD\t'7783320001001635\t2024-01-25T18:25:34Z",
    'gftc:2\tDIGITAL\tACTIVE\t2550\tUSD\t7.78332E+15\t2024-01-25T18:25:34Z',
    'gftc:3\tDIGITAL\tACTIVE\t2550\tCAD\t7783320001001639\t2024-01-25T18:25:34Z',
  ),
  'woocommerce-gift-cards.csv': lines(
    'ID,Code,Recipient,Sender,"Sender E-mail",Message,"Issued value",Balance,"Order ID","Order item ID","Template ID","Create date","Delivery date","Expiration date","Redeemed date","Redeemed by user",Delivered,Virtual,Status,Currency',
    '1,ABCD-EFGH-JKLM-NPQR,ada@example.com,Grace,grace@example.com,"Happy birthday 🎂',
    'from us all",50,12.5,10,11,default,"2024-05-01 10:00:00",0,"2030-05-01 00:00:00",0,0,no,on,on,USD',
    '2,WXYZ-2345-6789-ABCD,ada@example.com,,,,1234.5000,1234.5000,,,,"2024-05-01 23:30:00",0,0,0,0,no,on,off,USD',
    '3,WXYZ-2345-6789-ABCE,not an address,,,,10,10,,,,"2024-05-01 23:30:00",0,0,0,0,no,on,on,USD',
  ),
  'woocommerce-gift-cards-api.jsonl': lines(
    '{"id":1,"code":"ABCD-EFGH-JKLM-NPQR","recipient":"ada@example.com","sender":"","message":"","balance":50,"remaining":0.1,"create_date":"2024-05-01 10:00:00","expire_date":"","is_active":"on"}',
    '{"id":2,"code":"WXYZ-2345-6789-ABCD","recipient":"ada@example.com","balance":50,"remaining":null,"create_date":"2024-05-01 10:00:00"}',
  ),
  'rise-gift-cards.csv': lines(
    'Code,Order,Customer,Source,Balance,Status,Created at',
    'RISE1234ABCD,#1001,Ada Lovelace,Bought in Store,"$1,234.50 / $1,500.00",Fulfilled,12/31/2024',
    'rise5678efgh,,Grace Hopper,Manually Issued,$ 25,Disabled,02/01/2025 1:05 PM',
    'RISE9999WXYZ,,Grace Hopper,Manually Issued,€ 25,Sent,02/01/2025',
    'SHORT1,,Grace Hopper,Manually Issued,$5.00,Sent,02/01/2025',
  ),
  'gift-cards.csv': windowsLines(
    'code,currency,balance,initial_value,expires_at,recipient_email,message,note,disabled,created_at,exported_at',
    '"OURS-0001-ABCD","USD","2550","5000","2029-12-31","ada@example.com","\'=Tea","","false","2024-01-02T03:04:05+02:00","2025-01-01T00:00:00Z"',
    '"OURS 0002 ABCD","USD","0","5000","","","","","yes","2024-01-02",""',
    '"OURS-0003-ABCD","USD","12.50","","","","","","","",""',
    '"OURS-0004-ABCD","USD","0","","","","","","","",""',
    '"OURS-0005-ABCD","USD","10000001","","","","","","","",""',
    '"OURS-0006-ABCD","USD","5","","","","","","","2099-01-01",""',
  ),
  'gift-cards-decimal.txt': Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(
      windowsLines(
        'code\tbalance\texpires_at',
        'DEZI-0001-ABCD\t1.234,50 €\t31.12.2029',
        'DEZI-0002-ABCD\t0,1\t',
        'DEZI-0003-ABCD\t0,2\t',
        'DEZI-0004-ABCD\t10,0050001\t',
        'DEZI-0005-ABCD\t1.234\t',
      ),
      'utf16le',
    ),
  ]),
  'store-credits.csv': lines(
    'external_id,customer_id,email,value,reason,currency,expires_at',
    '1001,cus_ada,grace@example.com,1500,refund,,2029-12-31',
    '0017,,Grace@Example.com,25,reward,USD,',
    '1003,,nobody@example.com,25,reward,,',
    '1004,cus_ada,,0,reward,,',
    '1005,cus_ada,,25,gift,,',
    '1006,cus_ada,,25,reward,EUR,',
    '1007,,,25,reward,,',
    ',cus_ada,,25,reward,,',
  ),
  'reviews.csv': lines(
    'product_id,customer_id,rating,title,body,created_at,updated_at,verified_purchase,hidden_reason,hidden_note',
    'pro_teapot,cus_ada,5,Warm,Keeps warm,2025-03-02T10:12:00Z,2025-03-03T10:12:00Z,true,,',
    'pro_teapot,cus_grace,1,Cold,Does not,2025-03-02T10:12:00Z,,false,off_topic,About shipping',
    'pro_teapot,cus_alan,1,Cold,Does not,2025-03-02T10:12:00Z,,perhaps,,',
  ),
  'customer-addresses.csv': windowsLines(
    'customer_id,first_name,last_name,street1,street2,city,state,country_id,zip,id,created_at',
    'cus_ada,Ada,Lovelace,5 Loom Lane,,Boston,MA,1,02108,cad_old1,2024-01-02',
    'grace@example.com,Grace,Hopper,1 Navy Yard,Gate 2,Toronto,ON,Canada,,,',
    'cus_ada,Ada,,5 Loom Lane,,Boston,MA,1,02108,,',
  ),
  'waitlist.csv': lines(
    'product_id,variant_id,email,site_id,joined_at',
    'teapot,prv_small,ada@example.com,sit_main,2025-03-02 10:12:00',
    'pro_teapot,small,ada@example.com,,',
  ),
} satisfies Record<string, string | Buffer>;

export type Sample = keyof typeof samples;

/** Writes every sample into a folder; the path of each. */
export function writeSamples(folder: string): Readonly<Record<Sample, string>> {
  const paths = Object.entries(samples).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return [name, path];
  });
  return Object.fromEntries(paths);
}

/** The map files of a move-in, by the option that takes them. */
export const maps = {
  products: lines(
    'theirs,ours',
    '7012345678,pro_teapot',
    'teapot,pro_teapot',
    'cup,pro_cup',
    '42,pro_teapot',
    '43,pro_cup',
  ),
  customers: lines(
    'theirs;ours',
    'ada@example.com;cus_ada',
    'GRACE@EXAMPLE.COM;cus_grace',
    'Ada Lovelace;cus_ada',
    'Grace Hopper;cus_grace',
    "'1001;cus_ada",
    '1002;cus_jan',
    '1003;cus_grace',
    '1004;cus_alan',
    '7;cus_ada',
    '9;cus_alan',
  ),
  countries: lines('theirs,ours', 'NL,31', 'France,33', 'fr,33'),
};
