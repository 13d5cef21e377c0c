/** The texts around the reviews of a product, in each language. They contain no character that HTML gives a meaning. */
import type { Language } from '../../schema/languages.ts';

/** A text with a number in place of `#`, for each plural form of the language (CLDR). */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export interface ReviewWords {
  heading: string;
  reviews: PluralForms;
  /** In place of reviews if the product has no review. */
  none: string;
  /** In place of a name. */
  anonymous: string;
  verified: string;
  variant(name: string): string;
  /** Above the shop's reply. */
  reply(shop: string): string;
}

/** A number of stars, or an average, out of the most stars. */
export const outOf: Readonly<Record<Language, (stars: string, most: string) => string>> = {
  en: (stars, most) => `${stars} out of ${most} stars`,
  de: (stars, most) => `${stars} von ${most} Sternen`,
  fr: (stars, most) => `${stars} sur ${most} étoiles`,
  es: (stars, most) => `${stars} de ${most} estrellas`,
  it: (stars, most) => `${stars} su ${most} stelle`,
  nl: (stars, most) => `${stars} van de ${most} sterren`,
  pt: (stars, most) => `${stars} de ${most} estrelas`,
  pl: (stars, most) => `${stars} na ${most} gwiazdek`,
  sv: (stars, most) => `${stars} av ${most} stjärnor`,
  ja: (stars, most) => `${most}つ星のうち${stars}`,
  ar: (stars, most) => `${stars} من ${most} نجوم`,
};

export const reviewWords: Readonly<Record<Language, ReviewWords>> = {
  en: {
    heading: 'Customer reviews',
    reviews: { one: '# review', other: '# reviews' },
    none: 'No reviews yet',
    anonymous: 'Anonymous',
    verified: 'Verified purchase',
    variant: (name) => `Variant: ${name}`,
    reply: (shop) => `Reply from ${shop}`,
  },
  de: {
    heading: 'Kundenbewertungen',
    reviews: { one: '# Bewertung', other: '# Bewertungen' },
    none: 'Noch keine Bewertungen',
    anonymous: 'Anonym',
    verified: 'Verifizierter Kauf',
    variant: (name) => `Variante: ${name}`,
    reply: (shop) => `Antwort von ${shop}`,
  },
  fr: {
    heading: 'Avis clients',
    reviews: { one: '# avis', many: '# d’avis', other: '# avis' },
    none: 'Aucun avis pour le moment',
    anonymous: 'Anonyme',
    verified: 'Achat vérifié',
    variant: (name) => `Variante : ${name}`,
    reply: (shop) => `Réponse de la boutique ${shop}`,
  },
  es: {
    heading: 'Opiniones de clientes',
    reviews: { one: '# opinión', many: '# de opiniones', other: '# opiniones' },
    none: 'Todavía no hay opiniones',
    anonymous: 'Anónimo',
    verified: 'Compra verificada',
    variant: (name) => `Variante: ${name}`,
    reply: (shop) => `Respuesta de ${shop}`,
  },
  it: {
    heading: 'Recensioni dei clienti',
    reviews: { one: '# recensione', many: '# di recensioni', other: '# recensioni' },
    none: 'Ancora nessuna recensione',
    anonymous: 'Anonimo',
    verified: 'Acquisto verificato',
    variant: (name) => `Variante: ${name}`,
    reply: (shop) => `Risposta di ${shop}`,
  },
  nl: {
    heading: 'Klantbeoordelingen',
    reviews: { one: '# beoordeling', other: '# beoordelingen' },
    none: 'Nog geen beoordelingen',
    anonymous: 'Anoniem',
    verified: 'Geverifieerde aankoop',
    variant: (name) => `Variant: ${name}`,
    reply: (shop) => `Reactie van ${shop}`,
  },
  pt: {
    heading: 'Avaliações de clientes',
    reviews: { one: '# avaliação', many: '# de avaliações', other: '# avaliações' },
    none: 'Ainda não há avaliações',
    anonymous: 'Cliente sem nome',
    verified: 'Compra verificada',
    variant: (name) => `Variante: ${name}`,
    reply: (shop) => `Resposta da loja ${shop}`,
  },
  pl: {
    heading: 'Opinie klientów',
    reviews: { one: '# opinia', few: '# opinie', many: '# opinii', other: '# opinii' },
    none: 'Nie ma jeszcze opinii',
    anonymous: 'Anonim',
    verified: 'Zweryfikowany zakup',
    variant: (name) => `Wariant: ${name}`,
    reply: (shop) => `Odpowiedź sklepu ${shop}`,
  },
  sv: {
    heading: 'Kundrecensioner',
    reviews: { one: '# recension', other: '# recensioner' },
    none: 'Inga recensioner ännu',
    anonymous: 'Anonym',
    verified: 'Verifierat köp',
    variant: (name) => `Variant: ${name}`,
    reply: (shop) => `Svar från ${shop}`,
  },
  ja: {
    heading: 'カスタマーレビュー',
    reviews: { other: 'レビュー#件' },
    none: 'レビューはまだありません',
    anonymous: '匿名',
    verified: '購入確認済み',
    variant: (name) => `種類：${name}`,
    reply: (shop) => `${shop}からの返信`,
  },
  ar: {
    heading: 'تقييمات العملاء',
    reviews: {
      zero: '# تقييم',
      one: 'تقييم واحد',
      two: 'تقييمان',
      few: '# تقييمات',
      many: '# تقييمًا',
      other: '# تقييم',
    },
    none: 'لا توجد تقييمات بعد',
    anonymous: 'مجهول',
    verified: 'عملية شراء موثّقة',
    variant: (name) => `النوع: ${name}`,
    reply: (shop) => `رد من ${shop}`,
  },
};
