import type { Settings } from '@desk/contract/settings';
import { primaryLanguage } from '../../platform/text/language-tag.logic.ts';
import { defaults } from '../../settings/index.ts';
import type { Phrases } from './words.logic.ts';

const english: Phrases = {
  oneOfThese: 'I want to be sure that I help with the right thing. Is it about one of these?',
  otherwise: 'If not, tell me a little more and I will look again.',
  tellMore: 'Could you tell me a little more about what you need? A few more words help me to find the right answer.',
  whichNumber: 'Which number is it about? Please send me the number of the order, invoice or booking.',
  source: 'Source',
  disclosure: defaults.disclosure.text,
  handover: defaults.handover_message,
  outOfHours: defaults.out_of_hours_message,
};

const known: Readonly<Record<string, Phrases>> = {
  en: english,
  de: {
    oneOfThese: 'Ich möchte sicher sein, dass ich zum Richtigen helfe. Geht es um eines davon?',
    otherwise: 'Wenn nicht, schreiben Sie mir bitte etwas mehr dazu, dann sehe ich noch einmal nach.',
    tellMore:
      'Können Sie mir etwas genauer sagen, was Sie brauchen? Ein paar Worte mehr helfen mir, die richtige Antwort zu finden.',
    whichNumber: 'Um welche Nummer geht es? Bitte schicken Sie mir die Nummer der Bestellung, Rechnung oder Buchung.',
    source: 'Quelle',
    disclosure:
      'Diese Antwort hat ein automatischer Assistent geschrieben. Sagen Sie einfach Bescheid, wenn Sie lieber mit ' +
      'einem Menschen sprechen möchten.',
    handover:
      'Danke für Ihre Nachricht. Ich gebe sie an eine Kollegin oder einen Kollegen weiter; die Antwort kommt hierher.',
    outOfHours:
      'Danke für Ihre Nachricht. Unser Team ist gerade nicht da. Sobald wir wieder da sind, bekommen Sie hier eine Antwort.',
  },
  fr: {
    oneOfThese: "Je veux être sûr de vous aider sur le bon sujet. S'agit-il de l'un de ceux-ci ?",
    otherwise: 'Sinon, dites-m’en un peu plus et je chercherai de nouveau.',
    tellMore:
      'Pouvez-vous préciser un peu votre demande ? Quelques mots de plus m’aideront à trouver la bonne réponse.',
    whichNumber:
      'De quel numéro s’agit-il ? Envoyez-moi s’il vous plaît le numéro de la commande, de la facture ou de la réservation.',
    source: 'Source',
    disclosure:
      'Cette réponse a été rédigée par un assistant automatique. Dites-le simplement si vous préférez parler à une personne.',
    handover: 'Merci pour votre message. Je le transmets à un collègue, qui vous répondra ici.',
    outOfHours:
      'Merci pour votre message. Notre équipe est absente pour le moment. Un collègue vous répondra ici dès notre retour.',
  },
  es: {
    oneOfThese: 'Quiero estar seguro de ayudarle con lo correcto. ¿Se trata de alguno de estos temas?',
    otherwise: 'Si no, cuénteme un poco más y lo buscaré de nuevo.',
    tellMore:
      '¿Puede contarme un poco más sobre lo que necesita? Unas palabras más me ayudan a encontrar la respuesta correcta.',
    whichNumber: '¿De qué número se trata? Envíeme, por favor, el número del pedido, de la factura o de la reserva.',
    source: 'Fuente',
    disclosure:
      'Esta respuesta la ha escrito un asistente automático. Si prefiere hablar con una persona, solo tiene que decirlo.',
    handover: 'Gracias por su mensaje. Lo paso a un compañero, que le responderá aquí.',
    outOfHours:
      'Gracias por su mensaje. Nuestro equipo no está en este momento. Un compañero le responderá aquí en cuanto volvamos.',
  },
  it: {
    oneOfThese: 'Vorrei essere sicuro di aiutarla con la cosa giusta. Si tratta di uno di questi argomenti?',
    otherwise: 'Altrimenti mi dica qualcosa in più e cercherò di nuovo.',
    tellMore:
      'Può dirmi qualcosa in più su ciò di cui ha bisogno? Qualche parola in più mi aiuta a trovare la risposta giusta.',
    whichNumber:
      'Di quale numero si tratta? Mi mandi per favore il numero dell’ordine, della fattura o della prenotazione.',
    source: 'Fonte',
    disclosure:
      'Questa risposta è stata scritta da un assistente automatico. Se preferisce parlare con una persona, basta dirlo.',
    handover: 'Grazie per il suo messaggio. Lo passo a un collega, che le risponderà qui.',
    outOfHours:
      'Grazie per il suo messaggio. Al momento il nostro team non è presente. Un collega le risponderà qui appena torniamo.',
  },
  pt: {
    oneOfThese: 'Quero ter a certeza de que ajudo com o assunto certo. É sobre um destes?',
    otherwise: 'Se não for, conte-me um pouco mais e eu procuro de novo.',
    tellMore:
      'Pode contar-me um pouco mais sobre o que precisa? Algumas palavras a mais ajudam-me a encontrar a resposta certa.',
    whichNumber: 'De que número se trata? Envie-me, por favor, o número da encomenda, da fatura ou da reserva.',
    source: 'Fonte',
    disclosure: 'Esta resposta foi escrita por um assistente automático. Se preferir falar com uma pessoa, é só dizer.',
    handover: 'Obrigado pela sua mensagem. Vou passá-la a um colega, que lhe responderá aqui.',
    outOfHours:
      'Obrigado pela sua mensagem. A nossa equipa não está disponível neste momento. Um colega responderá aqui assim que voltarmos.',
  },
  nl: {
    oneOfThese: 'Ik wil zeker weten dat ik u met het juiste help. Gaat het over een van deze onderwerpen?',
    otherwise: 'Zo niet, vertel me dan iets meer, dan zoek ik opnieuw.',
    tellMore:
      'Kunt u iets meer vertellen over wat u nodig hebt? Met een paar woorden meer vind ik het juiste antwoord.',
    whichNumber: 'Om welk nummer gaat het? Stuur mij alstublieft het nummer van de bestelling, factuur of boeking.',
    source: 'Bron',
    disclosure:
      'Dit antwoord is geschreven door een automatische assistent. Zeg het gerust als u liever met een mens spreekt.',
    handover: 'Bedankt voor uw bericht. Ik geef het door aan een collega, die u hier zal antwoorden.',
    outOfHours:
      'Bedankt voor uw bericht. Ons team is er op dit moment niet. Een collega antwoordt u hier zodra we er weer zijn.',
  },
};

/**
 * The phrases around answers, in the customer's language if we have it, or else in the desk's. The organization's own words are used
 * unchanged for every language; blank ones count as none, because no vendor accepts a blank message.
 */
export function phrasesFor(language: string | null, settings: Settings): Phrases {
  const inLanguage = (tag: string | null) => (tag === null ? undefined : known[primaryLanguage(tag)]);
  const ours = inLanguage(language) ?? inLanguage(settings.default_language) ?? english;
  const written = (text: string, which: 'disclosure' | 'handover' | 'outOfHours') =>
    text === english[which] ? ours[which] : text.trim() && text;
  return {
    ...ours,
    disclosure: written(settings.disclosure.text, 'disclosure'),
    handover: written(settings.handover_message, 'handover'),
    outOfHours: written(settings.out_of_hours_message, 'outOfHours'),
  };
}
