import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './history.en.ts';

export const de = {
  title: 'Verlauf',
  intro: 'Jeder gespeicherte Stand von Themen, Zielen und Regeln: von wem, wann, und was sich geändert hat.',
  type_tag: 'Thema',
  type_destination: 'Ziel',
  type_rule: 'Regel',
  added: 'Hinzugefügt: {type} „{name}“.',
  removed: 'Entfernt: {type} „{name}“.',
  changed: 'Geändert: {fields} ({type} „{name}“).',
  restoreText:
    'Themen, Ziele und Regeln werden wieder, was sie damals waren. Das ist ein neuer Stand und lässt sich zurücknehmen.',
  field_name: 'der Name',
  field_when: 'die Bedingungen',
  field_then: 'die Wirkungen',
  field_enabled: 'ob es an ist',
  field_priority: 'die Reihenfolge',
  field_keywords: 'die Stichwörter',
  field_examples: 'die Beispiele',
  field_description: 'die Beschreibung',
  field_target: 'die Adresse',
  field_hours: 'die Zeiten',
} as const satisfies Words<typeof en>;
