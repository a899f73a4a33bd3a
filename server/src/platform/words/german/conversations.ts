/** Conversations, what people do with them, and what is rehearsed with their messages. */
export const conversationsInGerman = {
  open: 'Offen',
  pending: 'Wartet auf den Kunden',
  snoozed: 'Zurückgestellt',
  resolved: 'Gelöst',
  spam: 'Spam',
  'The file is empty.': 'Die Datei ist leer.',
  'The attachments of this organization may use {0} MB. Ask the operator.':
    'Die Anhänge dieser Organisation dürfen {0} MB belegen. Fragen Sie den Betreiber.',
  'This conversation has no unsent file with this id.': 'Diese Unterhaltung hat keine ungesendete Datei mit dieser ID.',
  'The files of one message must not exceed 25 MiB in total.':
    'Die Dateien einer Nachricht dürfen zusammen höchstens 25 MiB groß sein.',
  'Only replies and drafts by Frontdesk can be rated.':
    'Bewerten lassen sich nur Antworten und Entwürfe von Frontdesk.',
  'A conversation that is {0} cannot be handed to people. Set its status to open instead.':
    'Eine Unterhaltung mit dem Status „{0}“ lässt sich nicht an Menschen übergeben. Setzen Sie ihren Status stattdessen auf „Offen“.',
  'Only a snoozed conversation has a time to wake.':
    'Einen Zeitpunkt zum Wiedervorlegen hat nur eine zurückgestellte Unterhaltung.',
  'The conversation is not snoozed. Set its status to snoozed as well.':
    'Die Unterhaltung ist nicht zurückgestellt. Setzen Sie auch ihren Status auf „Zurückgestellt“.',
  'A time in the future is required.': 'Nötig ist ein Zeitpunkt in der Zukunft.',
  'A conversation that is {0} cannot become {1}.':
    'Der Status dieser Unterhaltung lässt sich nicht von „{0}“ auf „{1}“ setzen.',
  'This tag does not exist.': 'Dieses Thema gibt es nicht.',
  'This destination does not exist.': 'Dieses Ziel gibt es nicht.',
  'This person is not a member of the organization.': 'Diese Person gehört nicht zur Organisation.',
  'You have {0} open streams. Close one of them first.':
    'Sie haben {0} offene Verbindungen für Live-Daten. Schließen Sie zuerst eine davon.',
  'Name a patch, a handover, or both.': 'Nennen Sie eine Änderung, eine Übergabe oder beides.',
  'This item is not, or no longer, a dead letter.': 'Dieser Eintrag ist nicht oder nicht mehr liegen geblieben.',
  'Only a reply that was not delivered can be sent again.':
    'Noch einmal senden lässt sich nur eine Antwort, die nicht zugestellt wurde.',
  'This draft has already been sent or discarded.': 'Dieser Entwurf wurde schon gesendet oder verworfen.',
  'Automatic replies are switched off, so the AI cannot take this conversation.':
    'Automatische Antworten sind aus, deshalb kann die KI diese Unterhaltung nicht übernehmen.',
  'Replies cannot be sent on this channel at the moment, so the AI cannot take this conversation.':
    'Auf diesem Kanal lassen sich zurzeit keine Antworten senden, deshalb kann die KI diese Unterhaltung nicht übernehmen.',
  'This destination cannot take conversations of this channel.':
    'Dieses Ziel kann keine Unterhaltungen dieses Kanals annehmen.',
  'This conversation is marked as spam. Reopen it first.':
    'Diese Unterhaltung ist als Spam markiert. Öffnen Sie sie zuerst wieder.',
  'Mail to this customer is stopped: {0} Nothing is sent there until an admin allows it again.':
    'E-Mails an diese Adresse sind angehalten: {0} Dorthin wird nichts gesendet, bis ein Admin es wieder erlaubt.',
  'either message or messages is needed': 'nötig ist entweder message oder messages',
  'The record is too old: the facts behind its decision were not stored yet.':
    'Die Aufzeichnung ist zu alt: Damals wurde noch nicht gespeichert, worauf die Entscheidung beruhte.',
  'must be `p50` or `p90`': 'muss `p50` oder `p90` sein',
  'must be before `to`': 'muss vor `to` liegen',
  'must be at most {0} days before `to`': 'darf höchstens {0} Tage vor `to` liegen',

  // What stands in a thread between the messages.
  'The sender writes as a participant of an earlier conversation (“{0}”), and nothing proves it. {1}':
    'Der Absender schreibt wie jemand aus einer früheren Unterhaltung („{0}“), und nichts beweist es. {1}',
  'This mail starts a new conversation; the earlier one is linked.':
    'Mit dieser E-Mail beginnt eine neue Unterhaltung; die frühere ist verknüpft.',
  'The sender writes as a participant of an earlier conversation, and nothing proves it. {0}':
    'Der Absender schreibt wie jemand aus einer früheren Unterhaltung, und nichts beweist es. {0}',
  'A drafted answer was set aside.': 'Ein Antwortentwurf wurde beiseitegelegt.',
  'A drafted answer was discarded.': 'Ein Antwortentwurf wurde verworfen.',
  'An automatic message was withdrawn before it was sent.':
    'Eine automatische Nachricht wurde zurückgezogen, bevor sie gesendet war.',
  'A mail is delayed: {0} Its mail system keeps trying.':
    'Eine E-Mail verspätet sich: {0} Der Mailserver versucht es weiter.',
  'An answer was not sent.': 'Eine Antwort wurde nicht gesendet.',
  'An answer was ready, but automatic replies had been switched off.':
    'Eine Antwort war fertig, aber automatische Antworten waren inzwischen ausgeschaltet.',
  'No automatic mail was sent: a mail in this conversation fails the policy (DMARC) of its sender’s domain.':
    'Es ging keine automatische E-Mail hinaus: Eine E-Mail in dieser Unterhaltung verstößt gegen die Richtlinie (DMARC) der ' +
    'Domain ihres Absenders.',
  '{0} It may be forged.': '{0} Sie kann gefälscht sein.',
  'No automatic mail was sent: this address received one within the last 10 minutes, or five within a day.':
    'Es ging keine automatische E-Mail hinaus: Diese Adresse bekam schon eine in den letzten 10 Minuten oder fünf an einem Tag.',
  '{0} Please answer it yourself.': '{0} Bitte antworten Sie selbst.',
  '{0}\n\nIt would have said:\n\n{1}': '{0}\n\nSie hätte gelautet:\n\n{1}',
  'A reply has not reached the customer yet: the channel does not accept it. Delivery is retried for a day.':
    'Eine Antwort hat den Kunden noch nicht erreicht: Der Kanal nimmt sie nicht an. ' +
    'Die Zustellung wird einen Tag lang wiederholt.',
  'A reply may not have reached the customer.': 'Eine Antwort hat den Kunden vielleicht nicht erreicht.',
  'A reply could not be delivered to the customer.': 'Eine Antwort ließ sich nicht zustellen.',
  'The destination could not be notified. ({0})': 'Das Ziel ließ sich nicht benachrichtigen. ({0})',
  'The note is in the helpdesk, but the conversation could not be assigned there. ({0})':
    'Die Notiz ist im Helpdesk, aber die Unterhaltung ließ sich dort nicht zuweisen. ({0})',
  'A message from the channel could not be read here. Please look at it in the helpdesk.':
    'Eine Nachricht aus dem Kanal ließ sich hier nicht lesen. Bitte sehen Sie sie im Helpdesk an.',
  'The address of the sender could not be read, so this mail cannot be answered from here.':
    'Die Adresse des Absenders ließ sich nicht lesen, deshalb lässt sich diese E-Mail von hier aus nicht beantworten.',
  'Nothing proves that this mail comes from its sender. It may be forged, so it gets no automatic answer.':
    'Nichts beweist, dass diese E-Mail von ihrem Absender kommt. Sie kann gefälscht sein und bekommt deshalb keine automatische Antwort.',
  'This mail is longer than 1,000,000 characters. Its end is only in the mail as it arrived.':
    'Diese E-Mail ist länger als 1.000.000 Zeichen. Ihr Ende steht nur in der E-Mail, wie sie ankam.',
  'Resolved, because nobody wrote within the time that the settings allow.':
    'Gelöst, weil in der Zeit, die die Einstellungen vorsehen, niemand geschrieben hat.',
  'This customer does not exist.': 'Diesen Kunden gibt es nicht.',
  'This is the same customer already.': 'Das ist schon derselbe Kunde.',
  'the customer is being erased': 'die Daten des Kunden werden gelöscht',
  'automatic replies are off': 'automatische Antworten sind ausgeschaltet',
  'a mail fails the policy (DMARC) of its sender’s domain':
    'eine E-Mail verstößt gegen die Richtlinie (DMARC) der Domain ihres Absenders',
  'the address received an automatic mail within 10 minutes, or five within a day':
    'die Adresse hat in den letzten 10 Minuten eine automatische E-Mail bekommen, oder fünf an einem Tag',
};
