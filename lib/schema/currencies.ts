/**
 * The currencies of ISO 4217 that amounts can be in: List One without precious metals, units of account without a smallest unit, and codes
 * for tests. SIX maintains the list for ISO (https://www.six-group.com/en/products-services/financial-information/data-standards.html);
 * as of 2026-11-01, without BGN, which ended on 2026-01-01.
 */
const currencies = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
    'CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD ' +
    'HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD ' +
    'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN ' +
    'PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD ' +
    'TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);

/** All codes, in alphabetical order. */
export const currencyCodes: readonly string[] = [...currencies];

/** Whether a text is the code of a current currency, in capitals. */
export const isCurrency = (code: string): boolean => currencies.has(code);
