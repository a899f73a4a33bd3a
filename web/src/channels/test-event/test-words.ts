import { words } from '../../ui/i18n/words.ts';

const en = {
  title: 'Send a test',
  hint: 'A marked event goes through this installation as if it came from outside. It creates no conversation and sends no message.',
  hintHelpdesk: 'Only its first event shows whether the helpdesk knows the webhook address.',
  hintMail: 'To see whether your mailbox forwards to this address, use the forwarding test of your domain.',
  send: 'Send a test',
  tripAddress: 'Test the forwarding of',
  tripHint:
    'We mail this address and wait for the mail to come back. Nobody gets an answer, and no conversation is created.',
  tripSend: 'Send a test mail',
  tripWaiting: 'On its way',
  tripArrived: 'Forwarding works',
  tripSent: 'Sent to {address}, not back yet. If it does not arrive, check the forwarding at your mail provider.',
  tripTook: 'The mail to {address} came back after {seconds} s.',
  passed: 'Everything works',
  failed: 'The test did not get through',
  refused: 'The test could not be sent',
  refused_not_connected: 'The channel is not set up yet: finish the steps above.',
  refused_app_not_configured: 'Set the client secret of the app first: it signs the events.',
  steps: 'Steps of the test',
  ok: 'Done',
  notOk: 'Failed',
  ok_configured: 'The channel is set up.',
  ok_signed: 'The event is signed with your secret.',
  ok_accepted: 'The inbound route accepted the event.',
  ok_stored: 'The event was stored before it was acknowledged.',
  ok_processed: 'The event was processed and recognised as a test.',
  failed_accepted: 'The inbound route did not accept the event.',
  failed_stored: 'The event was acknowledged and is not in the store.',
  failed_processed: 'The event is stored, but no worker processed it within five seconds.',
  remedy_accepted: 'Try again in a minute. If it fails again, the log of the service says why.',
  remedy_stored: 'Ask the person who runs this installation to check its database.',
  remedy_processed:
    'Ask the person who runs this installation whether a worker runs. The log below shows when the event is processed.',
};
const de: typeof en = {
  title: 'Test senden',
  hint:
    'Ein gekennzeichnetes Ereignis läuft durch diese Installation, als käme es von außen. Daraus wird keine ' +
    'Unterhaltung, und niemand bekommt eine Nachricht.',
  hintHelpdesk: 'Ob das Helpdesk die Webhook-Adresse kennt, zeigt erst sein erstes Ereignis.',
  hintMail: 'Ob Ihr Postfach an diese Adresse weiterleitet, zeigt der Test der Weiterleitung bei Ihrer Domain.',
  send: 'Test senden',
  tripAddress: 'Weiterleitung prüfen von',
  tripHint:
    'Wir schreiben an diese Adresse und warten, bis die Mail zurückkommt. Niemand bekommt eine Antwort, und es ' +
    'entsteht keine Unterhaltung.',
  tripSend: 'Testmail senden',
  tripWaiting: 'Unterwegs',
  tripArrived: 'Weiterleitung funktioniert',
  tripSent:
    'Gesendet an {address}, noch nicht zurück. Bleibt sie aus, prüfen Sie die Weiterleitung bei Ihrem Mailanbieter.',
  tripTook: 'Die Mail an {address} kam nach {seconds} s zurück.',
  passed: 'Alles funktioniert',
  failed: 'Der Test kam nicht durch',
  refused: 'Der Test konnte nicht gesendet werden',
  refused_not_connected: 'Der Kanal ist noch nicht eingerichtet: Schließen Sie die Schritte oben ab.',
  refused_app_not_configured: 'Setzen Sie zuerst das Client-Secret der App: Damit sind die Ereignisse signiert.',
  steps: 'Schritte des Tests',
  ok: 'Erledigt',
  notOk: 'Fehlgeschlagen',
  ok_configured: 'Der Kanal ist eingerichtet.',
  ok_signed: 'Das Ereignis ist mit Ihrem Geheimnis signiert.',
  ok_accepted: 'Die Eingangsroute hat das Ereignis angenommen.',
  ok_stored: 'Das Ereignis wurde gespeichert, bevor es bestätigt wurde.',
  ok_processed: 'Das Ereignis wurde verarbeitet und als Test erkannt.',
  failed_accepted: 'Die Eingangsroute hat das Ereignis nicht angenommen.',
  failed_stored: 'Das Ereignis wurde bestätigt und ist nicht gespeichert.',
  failed_processed: 'Das Ereignis ist gespeichert, wurde aber binnen fünf Sekunden nicht verarbeitet.',
  remedy_accepted:
    'Versuchen Sie es in einer Minute noch einmal. Bleibt es dabei, nennt das Protokoll des Dienstes den Grund.',
  remedy_stored: 'Bitten Sie die Person, die diese Installation betreibt, die Datenbank zu prüfen.',
  remedy_processed:
    'Fragen Sie die Person, die diese Installation betreibt, ob ein Worker läuft. Unten sehen Sie, wann das Ereignis verarbeitet wird.',
};

export const testWords = words('channel-test', { en, de });
