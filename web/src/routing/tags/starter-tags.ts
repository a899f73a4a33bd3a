import type { DotColor } from '../../ui/show/color-dot.tsx';

interface StarterTag {
  name: string;
  description: string;
  color: DotColor;
  examples: string[];
}

/** Tags to begin with. They are written as the customers write, so in the language of the organization and not of the reader. */
export const starterTags = (language: string): readonly StarterTag[] =>
  language.split('-')[0] === 'de' ? german : english;

const english: readonly StarterTag[] = [
  {
    name: 'billing',
    description: 'Invoices, payments and charges',
    color: 'yellow',
    examples: [
      'Why was I charged twice this month?',
      'Where can I download my invoice?',
      'My card was declined. How else can I pay?',
    ],
  },
  {
    name: 'bug',
    description: 'Something does not work as it should',
    color: 'red',
    examples: [
      'The app crashes as soon as I open it.',
      'I get an error message when I save.',
      'The page stays blank after I sign in.',
    ],
  },
  {
    name: 'how-to',
    description: 'How to do something or set it up',
    color: 'indigo',
    examples: [
      'How do I invite a colleague?',
      'Where can I turn off the notifications?',
      'Can you explain how the export works?',
    ],
  },
  {
    name: 'account',
    description: 'Signing in, passwords and personal data',
    color: 'cyan',
    examples: ['I forgot my password.', 'How do I change my e-mail address?', 'I cannot sign in to my account.'],
  },
  {
    name: 'orders',
    description: 'Orders and their delivery',
    color: 'green',
    examples: [
      'Where is my parcel?',
      'When will my order arrive?',
      'Can I still change the delivery address of my order?',
    ],
  },
  {
    name: 'returns',
    description: 'Returned goods and refunds',
    color: 'orange',
    examples: ['I would like to return an item.', 'When do I get my money back?', 'The item arrived damaged.'],
  },
  {
    name: 'cancellation',
    description: 'Ending a contract or a subscription',
    color: 'gray',
    examples: ['I want to cancel my subscription.', 'When does my contract end?', 'How can I cancel?'],
  },
  {
    name: 'feature request',
    description: 'Wishes and suggestions',
    color: 'grape',
    examples: [
      'It would be great to have a dark mode.',
      'Do you plan to connect with our calendar?',
      'I have a suggestion for your app.',
    ],
  },
];

const german: readonly StarterTag[] = [
  {
    name: 'Rechnung',
    description: 'Rechnungen, Zahlungen und Abbuchungen',
    color: 'yellow',
    examples: [
      'Warum wurde diesen Monat zweimal abgebucht?',
      'Wo kann ich meine Rechnung herunterladen?',
      'Meine Karte wurde abgelehnt. Wie kann ich sonst bezahlen?',
    ],
  },
  {
    name: 'Fehler',
    description: 'Etwas funktioniert nicht, wie es soll',
    color: 'red',
    examples: [
      'Die App stürzt ab, sobald ich sie öffne.',
      'Beim Speichern kommt eine Fehlermeldung.',
      'Nach der Anmeldung bleibt die Seite leer.',
    ],
  },
  {
    name: 'Anleitung',
    description: 'Wie etwas geht oder eingerichtet wird',
    color: 'indigo',
    examples: [
      'Wie lade ich eine Kollegin ein?',
      'Wo kann ich die Benachrichtigungen ausschalten?',
      'Können Sie mir erklären, wie der Export funktioniert?',
    ],
  },
  {
    name: 'Konto',
    description: 'Anmeldung, Passwort und persönliche Daten',
    color: 'cyan',
    examples: [
      'Ich habe mein Passwort vergessen.',
      'Wie ändere ich meine E-Mail-Adresse?',
      'Ich kann mich nicht in meinem Konto anmelden.',
    ],
  },
  {
    name: 'Bestellung',
    description: 'Bestellungen und ihre Lieferung',
    color: 'green',
    examples: [
      'Wo ist mein Paket?',
      'Wann kommt meine Bestellung an?',
      'Kann ich die Lieferadresse meiner Bestellung noch ändern?',
    ],
  },
  {
    name: 'Rückgabe',
    description: 'Rücksendungen und Erstattungen',
    color: 'orange',
    examples: [
      'Ich möchte einen Artikel zurücksenden.',
      'Wann bekomme ich mein Geld zurück?',
      'Der Artikel kam beschädigt an.',
    ],
  },
  {
    name: 'Kündigung',
    description: 'Das Ende eines Vertrags oder Abonnements',
    color: 'gray',
    examples: ['Ich möchte mein Abo kündigen.', 'Wann läuft mein Vertrag aus?', 'Wie kann ich kündigen?'],
  },
  {
    name: 'Wunsch',
    description: 'Wünsche und Vorschläge',
    color: 'grape',
    examples: [
      'Ein dunkles Design wäre schön.',
      'Wird es eine Verbindung mit unserem Kalender geben?',
      'Ich habe einen Vorschlag für Ihre App.',
    ],
  },
];
