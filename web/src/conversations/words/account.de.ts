import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './account.en.ts';

export const de = {
  open: 'Aktion im Kundensystem …',
  title: 'Aktion im Kundensystem',
  choose: 'Was getan werden soll',
  chooseHint: 'Was Ihre Verwaltung eingerichtet hat, um Daten in einem verbundenen System zu ändern.',
  fromCustomer: 'Von der bestätigten Person',
  always: 'Immer gleich',
  optional: '{name} (freiwillig)',
  yes: 'ja',
  no: 'nein',
  neededHere: 'Geben Sie einen Wert ein.',
  noNumber: 'Geben Sie eine Zahl ein, etwa 12.5.',
  noWholeNumber: 'Geben Sie eine ganze Zahl ein.',
  show: 'Zeigen, was geschehen würde',
  shownTitle: 'Das würde geschehen',
  shownHint: 'Noch ist nichts gesendet. Was sich in {connector} ändert, bleibt geändert.',
  exactly: 'Die genaue Anfrage',
  masked: 'Zugangsdaten sind verdeckt.',
  back: 'Etwas ändern',
  approve: 'Freigeben und senden',
  done: 'Erledigt. Eine Notiz in der Unterhaltung sagt es.',
  failed: 'Es ging nicht gut. Eine Notiz in der Unterhaltung sagt es.',
  blocked: 'Das geht jetzt nicht',
  refused: 'Das wurde nicht getan',
  mayHaveHappened:
    'Es kann trotzdem geschehen sein: Sehen Sie im verbundenen System nach, bevor Sie es noch einmal versuchen.',
  why_verification_required:
    'Es ist nur für bestätigte Kunden, und niemand hat nachgewiesen, wer hier schreibt. Es wird möglich, sobald ' +
    'die Person sich anmeldet oder von einer nachgewiesenen Adresse schreibt.',
  why_not_serving:
    'Die Verbindung ist abgeschaltet, noch nicht geprüft, oder ihre Zugangsdaten wurden abgelehnt. Die Verwaltung ' +
    'kann das unter Konnektoren richten.',
  why_resting:
    'Das verbundene System ist mehrmals ausgefallen und wird eine Weile in Ruhe gelassen. Es wird von selbst wieder versucht.',
  why_quarantined:
    'Das verbundene System hat geändert, wovon dies abhängt. Die Verwaltung muss sich die Vorlage ansehen.',
  why_missing_input: 'Ein nötiger Wert fehlt. Vielleicht fehlt der bestätigten Person eine Adresse oder eine Nummer.',
  why_unrenderable: 'Aus diesen Werten lässt sich keine Anfrage machen. Sehen Sie sie noch einmal an.',
  why_not_owner:
    'Der Datensatz gehört jemand anderem, deshalb wird von der Antwort nichts gezeigt. Sehen Sie sich die eingegebene Nummer an.',
  why_auth_refused: 'Das verbundene System lehnt unsere Zugangsdaten ab. Die Verwaltung muss neue eingeben.',
  why_token_refused: 'Das verbundene System lehnt unsere Zugangsdaten ab. Die Verwaltung muss neue eingeben.',
  why_credentials_missing: 'Die Verbindung hat noch keine Zugangsdaten. Die Verwaltung muss sie eingeben.',
  why_not_found: 'Das verbundene System kennt keinen solchen Datensatz. Sehen Sie sich den eingegebenen Wert an.',
  why_refused: 'Das verbundene System lehnt die Anfrage ab, vielleicht weil sie für diesen Datensatz nicht mehr geht.',
  why_rate_limited: 'Das verbundene System will weniger Anfragen. Warten Sie eine Minute.',
  why_limit_reached: 'Die Grenze der Anfragen pro Minute ist erreicht. Warten Sie eine Minute.',
  why_server_error: 'Das verbundene System ist fehlgeschlagen.',
  why_timeout: 'Das verbundene System hat nicht rechtzeitig geantwortet.',
  why_broken_answer: 'Die Antwort des verbundenen Systems brach ab.',
  why_too_large: 'Die Antwort des verbundenen Systems war zu groß.',
  why_not_json: 'Das verbundene System antwortete mit etwas, das keine Daten sind.',
  why_unreachable: 'Das verbundene System ist nicht zu erreichen.',
  why_approval_required:
    'Was geschehen würde, hat sich geändert, oder Sie haben es vor langer Zeit angesehen. Sehen Sie noch einmal hin.',
  why_already_done: 'Das wurde schon getan. Sehen Sie es sich noch einmal an, um es erneut zu tun.',
} satisfies Words<typeof en>;
