import { confirmsOnly } from './closing.logic.ts';
import { wordsIn } from './text.logic.ts';

// In seven languages, singular and plural: "see the screenshots", "the picture below", "im Anhang", "em anexo", "zie bijlage".
const pointsAtAttachment = new RegExp(
  String.raw`\b(attach(ed|ments?)|screen ?shots?|see (the )?(picture|photo|image|file|pdf)s?|` +
    String.raw`(picture|photo|image)s? (below|above|shows?)|anh(ang|ängen?)|im bild|in den bildern|pi[eè]ces? jointes?|` +
    String.raw`adjunt[oa]s?|in allegato|allegati|anex(os?|ei|amos|ad[oa]s?)|veja (as? )?(fotos?|imagem|imagens)|` +
    String.raw`(fotos?|imagem|imagens) (abaixo|acima|mostram?)|bijlagen?|bijgevoegde?|bijgesloten|` +
    String.raw`zie (de )?(foto|afbeelding(en)?)|(foto('s)?|afbeelding(en)?) (hieronder|hierboven))\b`,
  'i',
);

/** Fewer words than this beside an attachment are hardly a question. */
const leastWordsOfQuestion = 4;

/** Whether the question refers to an attachment, which we cannot read, or contains hardly any words, or only thanks, beside it. */
export const needsAttachment = (question: string, attachments: readonly unknown[]): boolean =>
  attachments.length > 0 &&
  (pointsAtAttachment.test(question) || wordsIn(question) < leastWordsOfQuestion || confirmsOnly(question));
