/** The texts of the elements in each language, besides those around reviews. A page that has no use for a table leaves it out of its script. */
import type { Language } from '../../schema/languages.ts';

/** The form of a review: its fields, its replies. */
export interface FormWords {
  send: string;
  signIn: string;
  invalid: string;
  wait: string;
  failed: string;
  rating: string;
  title: string;
  body: string;
  posted: string;
  duplicate: string;
  forbidden: string;
}

/** The balance of a gift card; `validUntil` is the last day. */
export interface BalanceWords {
  check: string;
  code: string;
  balance(amount: string): string;
  validUntil(day: string): string;
  unusable: string;
  unknownCode: string;
}

export interface ElementWords {
  /** Label of the choice of reviews by their stars, and its first option. */
  filter: string;
  all: string;
  more: string;
  /** The button that opens the form of a review. */
  write: string;
  /** The waitlist. */
  notify: string;
  email: string;
  joined: string;
}

export const formWords: Readonly<Record<Language, FormWords>> = {
  en: {
    send: 'Send',
    signIn: 'Please sign in first.',
    invalid: 'Please check what you entered.',
    wait: 'Too many attempts. Please try again later.',
    failed: 'That did not work. Please try again.',
    rating: 'Your rating',
    title: 'Title (optional)',
    body: 'Your review (optional)',
    posted: 'Thank you for your review.',
    duplicate: 'You have already reviewed this product.',
    forbidden: 'You cannot review this product.',
  },
  de: {
    send: 'Senden',
    signIn: 'Bitte melden Sie sich zuerst an.',
    invalid: 'Bitte prüfen Sie Ihre Eingaben.',
    wait: 'Zu viele Versuche. Bitte versuchen Sie es später noch einmal.',
    failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    rating: 'Ihre Bewertung',
    title: 'Titel (optional)',
    body: 'Ihr Text (optional)',
    posted: 'Vielen Dank für Ihre Bewertung.',
    duplicate: 'Sie haben dieses Produkt bereits bewertet.',
    forbidden: 'Sie können dieses Produkt nicht bewerten.',
  },
  fr: {
    send: 'Envoyer',
    signIn: 'Veuillez d’abord vous connecter.',
    invalid: 'Veuillez vérifier votre saisie.',
    wait: 'Trop de tentatives. Veuillez réessayer plus tard.',
    failed: 'Une erreur s’est produite. Veuillez réessayer.',
    rating: 'Votre note',
    title: 'Titre (facultatif)',
    body: 'Votre avis (facultatif)',
    posted: 'Merci pour votre avis.',
    duplicate: 'Vous avez déjà donné votre avis sur ce produit.',
    forbidden: 'Vous ne pouvez pas donner votre avis sur ce produit.',
  },
  es: {
    send: 'Enviar',
    signIn: 'Inicia sesión primero.',
    invalid: 'Revisa los datos introducidos.',
    wait: 'Demasiados intentos. Inténtalo de nuevo más tarde.',
    failed: 'No ha funcionado. Inténtalo de nuevo.',
    rating: 'Tu valoración',
    title: 'Título (opcional)',
    body: 'Tu opinión (opcional)',
    posted: 'Gracias por tu opinión.',
    duplicate: 'Ya has opinado sobre este producto.',
    forbidden: 'No puedes opinar sobre este producto.',
  },
  it: {
    send: 'Invia',
    signIn: 'Prima accedi.',
    invalid: 'Controlla i dati inseriti.',
    wait: 'Troppi tentativi. Riprova più tardi.',
    failed: 'Non ha funzionato. Riprova.',
    rating: 'La tua valutazione',
    title: 'Titolo (facoltativo)',
    body: 'La tua recensione (facoltativa)',
    posted: 'Grazie per la recensione.',
    duplicate: 'Hai già recensito questo prodotto.',
    forbidden: 'Non puoi recensire questo prodotto.',
  },
  nl: {
    send: 'Versturen',
    signIn: 'Log eerst in.',
    invalid: 'Controleer wat je hebt ingevuld.',
    wait: 'Te veel pogingen. Probeer het later opnieuw.',
    failed: 'Dat is niet gelukt. Probeer het opnieuw.',
    rating: 'Je beoordeling',
    title: 'Titel (optioneel)',
    body: 'Je tekst (optioneel)',
    posted: 'Bedankt voor je beoordeling.',
    duplicate: 'Je hebt dit product al beoordeeld.',
    forbidden: 'Je kunt dit product niet beoordelen.',
  },
  pt: {
    send: 'Enviar',
    signIn: 'Inicie sessão primeiro.',
    invalid: 'Verifique os dados introduzidos.',
    wait: 'Demasiadas tentativas. Tente novamente mais tarde.',
    failed: 'Não funcionou. Tente novamente.',
    rating: 'A sua nota',
    title: 'Título (opcional)',
    body: 'A sua avaliação (opcional)',
    posted: 'Obrigado pela sua avaliação.',
    duplicate: 'Já avaliou este produto.',
    forbidden: 'Não pode avaliar este produto.',
  },
  pl: {
    send: 'Wyślij',
    signIn: 'Najpierw się zaloguj.',
    invalid: 'Sprawdź wprowadzone dane.',
    wait: 'Zbyt wiele prób. Spróbuj ponownie później.',
    failed: 'Nie udało się. Spróbuj ponownie.',
    rating: 'Twoja ocena',
    title: 'Tytuł (opcjonalnie)',
    body: 'Twoja opinia (opcjonalnie)',
    posted: 'Dziękujemy za opinię.',
    duplicate: 'Masz już opinię o tym produkcie.',
    forbidden: 'Nie możesz napisać opinii o tym produkcie.',
  },
  sv: {
    send: 'Skicka',
    signIn: 'Logga in först.',
    invalid: 'Kontrollera det du har angett.',
    wait: 'För många försök. Försök igen senare.',
    failed: 'Det gick inte. Försök igen.',
    rating: 'Ditt betyg',
    title: 'Rubrik (valfritt)',
    body: 'Din recension (valfritt)',
    posted: 'Tack för din recension.',
    duplicate: 'Du har redan recenserat produkten.',
    forbidden: 'Du kan inte recensera produkten.',
  },
  ja: {
    send: '送信',
    signIn: '先にログインしてください。',
    invalid: '入力内容をご確認ください。',
    wait: '試行回数が多すぎます。後でもう一度お試しください。',
    failed: '失敗しました。もう一度お試しください。',
    rating: '評価',
    title: 'タイトル（任意）',
    body: 'レビュー（任意）',
    posted: 'レビューをありがとうございます。',
    duplicate: 'この商品のレビューはすでに投稿済みです。',
    forbidden: 'この商品のレビューは投稿できません。',
  },
  ar: {
    send: 'إرسال',
    signIn: 'يرجى تسجيل الدخول أولًا.',
    invalid: 'يرجى التحقق مما أدخلته.',
    wait: 'محاولات كثيرة. يرجى المحاولة لاحقًا.',
    failed: 'لم ينجح ذلك. يرجى المحاولة مرة أخرى.',
    rating: 'تقييمك',
    title: 'العنوان (اختياري)',
    body: 'نص التقييم (اختياري)',
    posted: 'شكرًا على تقييمك.',
    duplicate: 'لقد قيّمت هذا المنتج من قبل.',
    forbidden: 'لا يمكنك تقييم هذا المنتج.',
  },
};

export const balanceWords: Readonly<Record<Language, BalanceWords>> = {
  en: {
    check: 'Check gift card balance',
    code: 'Gift card code',
    balance: (amount) => `Balance: ${amount}`,
    validUntil: (day) => `Valid until ${day}`,
    unusable: 'This gift card cannot be used.',
    unknownCode: 'No gift card has this code.',
  },
  de: {
    check: 'Guthaben der Geschenkkarte prüfen',
    code: 'Code der Geschenkkarte',
    balance: (amount) => `Guthaben: ${amount}`,
    validUntil: (day) => `Gültig bis einschließlich ${day}`,
    unusable: 'Diese Geschenkkarte kann nicht verwendet werden.',
    unknownCode: 'Keine Geschenkkarte hat diesen Code.',
  },
  fr: {
    check: 'Consulter le solde de la carte cadeau',
    code: 'Code de la carte cadeau',
    balance: (amount) => `Solde\u00a0: ${amount}`,
    validUntil: (day) => `Valable jusqu’au ${day} inclus`,
    unusable: 'Cette carte cadeau ne peut pas être utilisée.',
    unknownCode: 'Aucune carte cadeau n’a ce code.',
  },
  es: {
    check: 'Consultar el saldo de la tarjeta regalo',
    code: 'Código de la tarjeta regalo',
    balance: (amount) => `Saldo: ${amount}`,
    validUntil: (day) => `Válida hasta el ${day} inclusive`,
    unusable: 'Esta tarjeta regalo no se puede utilizar.',
    unknownCode: 'Ninguna tarjeta regalo tiene este código.',
  },
  it: {
    check: 'Verifica il saldo della carta regalo',
    code: 'Codice della carta regalo',
    balance: (amount) => `Saldo: ${amount}`,
    validUntil: (day) => `Ultimo giorno di validità: ${day}`,
    unusable: 'Questa carta regalo non può essere utilizzata.',
    unknownCode: 'Nessuna carta regalo ha questo codice.',
  },
  nl: {
    check: 'Saldo van cadeaukaart bekijken',
    code: 'Code van de cadeaukaart',
    balance: (amount) => `Saldo: ${amount}`,
    validUntil: (day) => `Geldig tot en met ${day}`,
    unusable: 'Deze cadeaukaart kan niet worden gebruikt.',
    unknownCode: 'Geen cadeaukaart heeft deze code.',
  },
  pt: {
    check: 'Consultar o saldo do cartão-presente',
    code: 'Código do cartão-presente',
    balance: (amount) => `Saldo: ${amount}`,
    validUntil: (day) => `Válido até ${day}, inclusive`,
    unusable: 'Este cartão-presente não pode ser utilizado.',
    unknownCode: 'Nenhum cartão-presente tem este código.',
  },
  pl: {
    check: 'Sprawdź saldo karty podarunkowej',
    code: 'Kod karty podarunkowej',
    balance: (amount) => `Saldo: ${amount}`,
    validUntil: (day) => `Ważna do ${day} włącznie`,
    unusable: 'Tej karty podarunkowej nie można użyć.',
    unknownCode: 'Żadna karta podarunkowa nie ma tego kodu.',
  },
  sv: {
    check: 'Visa presentkortets saldo',
    code: 'Presentkortets kod',
    balance: (amount) => `Saldo: ${amount}`,
    validUntil: (day) => `Giltigt till och med ${day}`,
    unusable: 'Presentkortet kan inte användas.',
    unknownCode: 'Inget presentkort har den här koden.',
  },
  ja: {
    check: 'ギフトカードの残高を確認',
    code: 'ギフトカードのコード',
    balance: (amount) => `残高：${amount}`,
    validUntil: (day) => `有効期限：${day}`,
    unusable: 'このギフトカードは利用できません。',
    unknownCode: 'このコードのギフトカードはありません。',
  },
  ar: {
    check: 'التحقق من رصيد بطاقة الهدية',
    code: 'رمز بطاقة الهدية',
    balance: (amount) => `الرصيد: ${amount}`,
    validUntil: (day) => `صالحة حتى نهاية يوم ${day}`,
    unusable: 'لا يمكن استخدام بطاقة الهدية هذه.',
    unknownCode: 'لا توجد بطاقة هدية بهذا الرمز.',
  },
};

export const elementWords: Readonly<Record<Language, ElementWords>> = {
  en: {
    filter: 'Filter by stars',
    all: 'All reviews',
    more: 'Show more reviews',
    write: 'Write a review',
    notify: 'Notify me when available',
    email: 'Email address',
    joined: 'We will email you when it is available.',
  },
  de: {
    filter: 'Nach Sternen filtern',
    all: 'Alle Bewertungen',
    more: 'Weitere Bewertungen anzeigen',
    write: 'Bewertung schreiben',
    notify: 'Benachrichtigen, wenn verfügbar',
    email: 'E-Mail-Adresse',
    joined: 'Wir schreiben Ihnen, wenn es verfügbar ist.',
  },
  fr: {
    filter: 'Filtrer par étoiles',
    all: 'Tous les avis',
    more: 'Afficher plus d’avis',
    write: 'Écrire un avis',
    notify: 'M’avertir dès que disponible',
    email: 'Adresse e-mail',
    joined: 'Nous vous écrirons dès que le produit sera disponible.',
  },
  es: {
    filter: 'Filtrar por estrellas',
    all: 'Todas las opiniones',
    more: 'Mostrar más opiniones',
    write: 'Escribir una opinión',
    notify: 'Avisarme cuando esté disponible',
    email: 'Correo electrónico',
    joined: 'Te escribiremos cuando esté disponible.',
  },
  it: {
    filter: 'Filtra per stelle',
    all: 'Tutte le recensioni',
    more: 'Mostra altre recensioni',
    write: 'Scrivi una recensione',
    notify: 'Avvisami quando è disponibile',
    email: 'Indirizzo email',
    joined: 'Ti scriveremo quando sarà disponibile.',
  },
  nl: {
    filter: 'Filteren op sterren',
    all: 'Alle beoordelingen',
    more: 'Meer beoordelingen tonen',
    write: 'Beoordeling schrijven',
    notify: 'Bericht mij bij beschikbaarheid',
    email: 'E-mailadres',
    joined: 'We sturen je een e-mail als het beschikbaar is.',
  },
  pt: {
    filter: 'Filtrar por estrelas',
    all: 'Todas as avaliações',
    more: 'Mostrar mais avaliações',
    write: 'Escrever uma avaliação',
    notify: 'Avisar-me quando disponível',
    email: 'Endereço de e-mail',
    joined: 'Enviaremos um e-mail quando estiver disponível.',
  },
  pl: {
    filter: 'Filtruj według gwiazdek',
    all: 'Wszystkie opinie',
    more: 'Pokaż więcej opinii',
    write: 'Napisz opinię',
    notify: 'Powiadom mnie o dostępności',
    email: 'Adres e-mail',
    joined: 'Wyślemy e-mail, gdy produkt będzie dostępny.',
  },
  sv: {
    filter: 'Filtrera efter stjärnor',
    all: 'Alla recensioner',
    more: 'Visa fler recensioner',
    write: 'Skriv en recension',
    notify: 'Meddela mig när den finns i lager',
    email: 'E-postadress',
    joined: 'Vi mejlar dig när den finns i lager.',
  },
  ja: {
    filter: '星の数で絞り込む',
    all: 'すべてのレビュー',
    more: 'レビューをもっと見る',
    write: 'レビューを書く',
    notify: '入荷時に通知を受け取る',
    email: 'メールアドレス',
    joined: '入荷しましたらメールでお知らせします。',
  },
  ar: {
    filter: 'التصفية حسب النجوم',
    all: 'كل التقييمات',
    more: 'عرض المزيد من التقييمات',
    write: 'كتابة تقييم',
    notify: 'أعلمني عند التوفر',
    email: 'البريد الإلكتروني',
    joined: 'سنرسل إليك رسالة عند توفر المنتج.',
  },
};
