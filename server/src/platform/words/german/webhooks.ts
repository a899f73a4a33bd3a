/** Webhook endpoints and their deliveries. */
export const webhooksInGerman = {
  'An organization has at most {0} endpoints.': 'Eine Organisation hat höchstens {0} Endpunkte.',
  'must not contain credentials': 'darf keine Zugangsdaten enthalten',
  'must be a public address, over https on port 443': 'muss eine öffentliche Adresse sein, über https auf Port 443',
  'must have no fragment': 'darf kein Fragment haben',
  'must not be in the future': 'darf nicht in der Zukunft liegen',
  'must not be more than 7 days ago: older events are no longer stored':
    'darf höchstens 7 Tage zurückliegen: ältere Ereignisse sind nicht mehr gespeichert',
  'A replay of this endpoint is under way. Wait until it has ended.':
    'Ereignisse werden gerade erneut an diesen Endpunkt gesendet. Warten Sie, bis das beendet ist.',
  'This was sent {0} times already. Replay the events instead.':
    'Das wurde schon {0}-mal gesendet. Senden Sie stattdessen die Ereignisse eines Zeitraums erneut.',
  'This endpoint is disabled, so nothing is sent to it. Enable it first.':
    'Dieser Endpunkt ist ausgeschaltet und bekommt nichts. Schalten Sie ihn zuerst ein.',
  'The webhook to {0} was switched off': 'Der Webhook an {0} wurde ausgeschaltet',
  'The address answered 410 (gone).': 'Die Adresse hat mit 410 (gone) geantwortet.',
  'The address has accepted nothing for three days.': 'Die Adresse hat drei Tage lang nichts angenommen.',
  'So the desk has dropped the events that were waiting and sends no more. On the page of the webhook you find its log, can switch it on again, and can send what it has missed within the last seven days:':
    'Deshalb hat der Desk verworfen, was noch wartete, und sendet nichts mehr. Auf der Seite des Webhooks finden Sie das Protokoll, ' +
    'können ihn wieder einschalten und senden, was er in den letzten sieben Tagen verpasst hat:',
};
