/** The suite, its runs and the publish gate. */
export const validationInGerman = {
  'The run is under way. Cancel it first.': 'Der Lauf ist noch unterwegs. Brechen Sie ihn zuerst ab.',
  'The change does not pass the publish gate.': 'Die Änderung würde gegen die Freigabe durch die Testfälle verstoßen.',
  'Others keep changing rules or settings at the same time. Try again in a moment.':
    'Andere ändern gleichzeitig Regeln oder Einstellungen. Versuchen Sie es gleich noch einmal.',
  'applies to the current terms only': 'gilt nur für die jetzigen Einstellungen und Regeln',
  'The run has no baseline. Name one.': 'Der Lauf hat keine Grundlage. Nennen Sie einen Lauf zum Vergleichen.',
  "The run's baseline is no longer kept. Name another run.":
    'Die Grundlage des Laufs ist nicht mehr vorhanden. Nennen Sie einen anderen Lauf.',
  'There is no case to run: a case must be chosen, enabled and expect something.':
    'Es gibt keinen Fall zum Ausführen: Ein Fall muss ausgewählt und eingeschaltet sein und etwas erwarten.',
  'there is no such case': 'diesen Fall gibt es nicht',
  'there is no such run': 'diesen Lauf gibt es nicht',
  completed: 'fertig',
  cancelled: 'abgebrochen',
  failed: 'gescheitert',
  'The run is already {0}.': 'Der Lauf ist schon {0}.',
  'must be true or false': 'muss true oder false sein',
  'must be JSON': 'muss JSON sein',
  'there is no column {0}': 'eine Spalte {0} gibt es nicht',
  'must name a column message or turns': 'muss eine Spalte message oder turns nennen',
  'is cut off: a spreadsheet keeps {0} characters': 'ist abgeschnitten: Eine Tabellenkalkulation behält {0} Zeichen',
  'another case has this id': 'ein anderer Fall hat diese ID',
  'name one source: {0} is given, too': 'nur eine Quelle ist möglich: {0} ist auch angegeben',
  'leave them out: the case is drafted from {0}': 'weglassen: Der Fall entsteht aus {0}',
  'is required, unless the case is drafted from something that was asked':
    'muss angegeben werden, wenn der Fall nicht aus etwas entsteht, das gefragt wurde',
  'its message was stopped before it belonged to a conversation':
    'ihre Nachricht wurde aufgehalten, bevor sie zu einer Unterhaltung gehörte',
  'this decision has no question behind it': 'hinter dieser Entscheidung steht keine Frage',
  'nobody has rated this message': 'diese Nachricht hat niemand bewertet',
  'nothing was asked here': 'hier wurde nichts gefragt',
  'The table must be text in UTF-8.': 'Die Tabelle muss Text in UTF-8 sein.',
  'The table is not valid CSV: a quotation mark is not closed, or is in the wrong place.':
    'Die Tabelle ist kein gültiges CSV: Ein Anführungszeichen ist nicht geschlossen oder steht an der falschen Stelle.',
  'The suite exists: name its version in If-Match, or *.':
    'Es gibt schon Testfälle: Nennen Sie ihre Version in If-Match, oder *.',
  'The suite already has a case with this id.': 'Einen Fall mit dieser ID gibt es schon.',
  'a suite holds at most {0} cases': 'mehr als {0} Fälle sind nicht möglich',
};
