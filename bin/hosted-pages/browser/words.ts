/** The texts of the hosted pages in each language, besides those that the elements have too. */
import type { Language } from '../../../lib/schema/languages.ts';

export interface PageWords {
  reviewTitle: string;
  loading: string;
  /** For every token that is not accepted. */
  invalidLink: string;
  nothingToReview: string;
  nothingToSend: string;
  chooseStars: string;
  /** After a review was changed. */
  saved: string;
  /** The product has a review that the page did not show. */
  replaceReview: string;
}

export const pageWords: Readonly<Record<Language, PageWords>> = {
  en: {
    reviewTitle: 'Review your purchases',
    loading: 'Loading…',
    invalidLink: 'This link is not valid or has expired. Please ask the shop for a new one.',
    nothingToReview: 'There is nothing to review.',
    nothingToSend: 'You have not changed anything.',
    chooseStars: 'Please choose the number of stars.',
    saved: 'Your review has been updated.',
    replaceReview: 'You have already reviewed this product. Send again to replace your review.',
  },
  de: {
    reviewTitle: 'Ihre Einkäufe bewerten',
    loading: 'Wird geladen …',
    invalidLink: 'Dieser Link ist nicht gültig oder abgelaufen. Bitte fragen Sie den Shop nach einem neuen.',
    nothingToReview: 'Es gibt nichts zu bewerten.',
    nothingToSend: 'Sie haben nichts geändert.',
    chooseStars: 'Bitte wählen Sie die Anzahl der Sterne.',
    saved: 'Ihre Bewertung wurde geändert.',
    replaceReview: 'Sie haben dieses Produkt bereits bewertet. Senden Sie noch einmal, um Ihre Bewertung zu ersetzen.',
  },
  fr: {
    reviewTitle: 'Donner votre avis sur vos achats',
    loading: 'Chargement…',
    invalidLink: 'Ce lien n’est pas valide ou a expiré. Veuillez en demander un nouveau à la boutique.',
    nothingToReview: 'Il n’y a aucun achat à évaluer.',
    nothingToSend: 'Vous n’avez rien modifié.',
    chooseStars: 'Veuillez choisir le nombre d’étoiles.',
    saved: 'Votre avis a été modifié.',
    replaceReview: 'Vous avez déjà donné votre avis sur ce produit. Envoyez de nouveau pour remplacer votre avis.',
  },
  es: {
    reviewTitle: 'Opina sobre tus compras',
    loading: 'Cargando…',
    invalidLink: 'Este enlace no es válido o ha caducado. Pide uno nuevo a la tienda.',
    nothingToReview: 'No hay nada que valorar.',
    nothingToSend: 'No has cambiado nada.',
    chooseStars: 'Elige el número de estrellas.',
    saved: 'Tu opinión se ha actualizado.',
    replaceReview: 'Ya has opinado sobre este producto. Envía de nuevo para sustituir tu opinión.',
  },
  it: {
    reviewTitle: 'Recensisci i tuoi acquisti',
    loading: 'Caricamento…',
    invalidLink: 'Questo link non è valido o è scaduto. Chiedine uno nuovo al negozio.',
    nothingToReview: 'Non c’è nulla da recensire.',
    nothingToSend: 'Non hai modificato nulla.',
    chooseStars: 'Scegli il numero di stelle.',
    saved: 'La tua recensione è stata aggiornata.',
    replaceReview: 'Hai già recensito questo prodotto. Invia di nuovo per sostituire la tua recensione.',
  },
  nl: {
    reviewTitle: 'Beoordeel je aankopen',
    loading: 'Laden…',
    invalidLink: 'Deze link is niet geldig of verlopen. Vraag de winkel om een nieuwe.',
    nothingToReview: 'Er is niets om te beoordelen.',
    nothingToSend: 'Je hebt niets gewijzigd.',
    chooseStars: 'Kies het aantal sterren.',
    saved: 'Je beoordeling is bijgewerkt.',
    replaceReview: 'Je hebt dit product al beoordeeld. Verstuur nogmaals om je beoordeling te vervangen.',
  },
  pt: {
    reviewTitle: 'Avalie as suas compras',
    loading: 'A carregar…',
    invalidLink: 'Esta ligação não é válida ou expirou. Peça uma nova à loja.',
    nothingToReview: 'Não há nada para avaliar.',
    nothingToSend: 'Não alterou nada.',
    chooseStars: 'Escolha o número de estrelas.',
    saved: 'A sua avaliação foi atualizada.',
    replaceReview: 'Já avaliou este produto. Envie novamente para substituir a sua avaliação.',
  },
  pl: {
    reviewTitle: 'Oceń swoje zakupy',
    loading: 'Wczytywanie…',
    invalidLink: 'Ten link jest nieprawidłowy lub wygasł. Poproś sklep o nowy.',
    nothingToReview: 'Nie ma nic do oceny.',
    nothingToSend: 'Nic nie zmieniono.',
    chooseStars: 'Wybierz liczbę gwiazdek.',
    saved: 'Twoja opinia została zmieniona.',
    replaceReview: 'Masz już opinię o tym produkcie. Wyślij ponownie, aby ją zastąpić.',
  },
  sv: {
    reviewTitle: 'Recensera dina köp',
    loading: 'Läser in…',
    invalidLink: 'Länken är inte giltig eller har gått ut. Be butiken om en ny.',
    nothingToReview: 'Det finns inget att recensera.',
    nothingToSend: 'Du har inte ändrat något.',
    chooseStars: 'Välj antal stjärnor.',
    saved: 'Din recension har uppdaterats.',
    replaceReview: 'Du har redan recenserat produkten. Skicka igen för att ersätta din recension.',
  },
  ja: {
    reviewTitle: 'ご購入商品のレビュー',
    loading: '読み込み中…',
    invalidLink: 'このリンクは無効か、有効期限が切れています。ショップに新しいリンクをご依頼ください。',
    nothingToReview: 'レビューできる商品はありません。',
    nothingToSend: '変更された内容はありません。',
    chooseStars: '星の数を選択してください。',
    saved: 'レビューを更新しました。',
    replaceReview: 'この商品のレビューはすでに投稿済みです。もう一度送信すると、レビューが置き換えられます。',
  },
  ar: {
    reviewTitle: 'تقييم مشترياتك',
    loading: 'جارٍ التحميل…',
    invalidLink: 'هذا الرابط غير صالح أو انتهت صلاحيته. يرجى طلب رابط جديد من المتجر.',
    nothingToReview: 'لا يوجد ما يمكن تقييمه.',
    nothingToSend: 'لم تغيّر أي شيء.',
    chooseStars: 'يرجى اختيار عدد النجوم.',
    saved: 'تم تحديث تقييمك.',
    replaceReview: 'لقد قيّمت هذا المنتج من قبل. أرسل مرة أخرى لاستبدال تقييمك.',
  },
};
