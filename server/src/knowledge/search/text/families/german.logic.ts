/** The word families of German; english.logic.ts explains them. */
export const german = `
  zurücksenden zurückschicken zurückgeschickt zurückzuschicken schick_zurück schickt_zurück send_zurück rücksendung retoure retournieren
  zurückgeben zurückgegeben zurückzugeben geb_zurück rückgabe retoure rücksendung umtausch
  rückgabe rückgaberecht widerruf widerrufsrecht zurückgeben
  rücksendeetikett retourenetikett retourenschein rücksendeschein retourenlabel label
  umtauschen umgetauscht tauschen getauscht tausch_um austauschen wechseln
  ersatz ersetzen ersetzt austausch ersatzgerät ersatzlieferung neues_gerät
  erstatten erstattet rückerstattung rückzahlung geld_zurück zurückzahlen zurückerstattet
  erstattung gutschrift rückzahlung auszahlung gutgeschrieben
  auszahlen ausgezahlt zahl_aus abheben
  stornieren storno storniert stornierung absagen abgesagt rückgängig abbestellen
  absagen abgesagt sag_ab abzusagen stornieren nicht_kommen
  kündigen gekündigt beenden vertragsende aussteigen raus_vertrag loswerden
  kündigungsfrist frist mindestlaufzeit laufzeit vertragslaufzeit vertragsdauer
  sonderkündigung sonderkündigungsrecht vorzeitig früher_vertrag außerordentlich
  widerrufen widerrufsrecht zurücktreten rücktritt zurückziehen
  abbestellen abmelden abgemeldet bestell_ab meld_ab newsletter
  liefern lieferung geliefert zustellen versand versenden
  versand versenden verschicken verschickt versendet abschicken abgeschickt schick_ab
  lieferzeit lieferdauer lieferfrist versanddauer zustellung wie_lange_lieferung
  lieferkosten versandkosten porto versandgebühr liefergebühr
  versandkostenfrei gratisversand kostenlos portofrei
  ankommen angekommen komm_an kommt_an eintreffen eingetroffen ankunft erhalten
  paket päckchen sendung lieferung ware
  sendungsverfolgung sendungsnummer verfolgen nachverfolgen tracking trackingnummer wo_paket wo_bleibt
  zusteller paketbote bote postbote kurier fahrer dhl paketdienst
  adresse anschrift wohnort straße
  packstation paketshop abholstation postfiliale abholung
  abholen abgeholt hol_ab holt_ab abzuholen selbstabholung
  nachbar nachbarin nebenan ersatzzustellung
  expressversand express eilversand schneller eilig
  bestellen bestellt auftrag kaufen gekauft einkauf
  kaufen gekauft erwerben anschaffen
  bekommen bekommt kriegen kriegt erhalten gekriegt empfangen
  verfügbar lieferbar vorrätig lager ausverkauft
  fehlen fehlt fehlend unvollständig vermissen vermisst
  falsch verkehrt verwechselt falschlieferung
  kosten kostet preis gebühr teuer entgelt wie_viel wieviel was_zahl
  gebühr entgelt kosten aufpreis zuschlag pauschale
  günstig billig rabatt nachlass ermäßigung vergünstigung sparen
  rabatt rabattcode gutscheincode aktionscode promocode gutschein aktion angebot
  gutschein geschenkkarte geschenkgutschein coupon
  einlösen eingelöst einzulösen lös_ein verwenden
  geschenk schenken verschenken geburtstag weihnachten
  kostenlos gratis umsonst kostenfrei gebührenfrei ohne_kosten
  rechnung beleg quittung kassenbon abrechnung rechnungsbetrag
  abrechnung jahresabrechnung schlussrechnung endabrechnung verbrauchsabrechnung nachzahlung
  nachzahlen nachforderung zahl_nach
  abbuchen abgebucht buch_ab bucht_ab einziehen eingezogen abgezogen lastschrift
  lastschrift einzugsermächtigung sepa bankeinzug abbuchung
  bezahlen zahlen bezahlt gezahlt zahlung zahlt begleichen überweisen
  zahlungsart zahlungsmethode zahlungsmittel zahlungsweise paypal kreditkarte klarna
  rate ratenzahlung teilzahlung finanzierung abzahlen stottern
  mahnung mahngebühr zahlungserinnerung inkasso zahlungsverzug überfällig
  stunden stundung aufschub später_zahl zahlungsaufschub
  abschlag abschlagszahlung vorauszahlung monatsbeitrag
  beitrag monatsbeitrag mitgliedsbeitrag prämie
  guthaben gutschrift saldo kontostand
  aufladen aufgeladen lad_auf lädt_auf guthaben
  anzahlung kaution vorkasse hinterlegen pfand
  steuer mehrwertsteuer umsatzsteuer mwst steuernummer
  bank bankverbindung iban konto kontonummer kontodaten
  bankkarte girokarte eckarte debitkarte karte
  kreditkarte visa mastercard karte
  überweisung überwiesen überweist transferieren dauerauftrag
  abheben abgehoben heb_ab geldautomat bankautomat automat auszahlung
  kredit darlehen finanzierung leihen hypothek
  konto benutzerkonto kundenkonto account profil nutzerkonto
  registrieren registrierung registriert anmelden konto_erstellen anlegen
  anmelden angemeldet einloggen eingeloggt login meld_an log_ein komm_rein
  abmelden ausloggen ausgeloggt logout log_aus meld_ab
  passwort kennwort pin zugangsdaten zugangscode
  zugangsdaten logindaten benutzername anmeldedaten nutzername
  vergessen vergisst nicht_erinnern
  zweifaktor 2fa authentifizierung bestätigungscode authenticator verifizierung tan
  bestätigen bestätigt verifizieren bestätigungsmail freischalten
  sperren gesperrt sperrung blockieren blockiert
  entsperren entsperrt freischalten freigeschaltet schalt_frei aufheben
  löschen gelöscht löschung entfernen entfernt auflösen lösch_weg
  ändern änderung geändert wechseln anpassen umstellen bearbeiten aktualisieren
  einstellen eingestellt stell_ein konfigurieren konfiguration anpassen option
  korrigieren korrektur berichtigen verbessern falsch tippfehler verschrieben
  rückgängig widerrufen zurücknehmen nehm_zurück
  ausschalten ausgeschaltet schalt_aus abschalten deaktivieren deaktiviert abstellen stell_ab ausmachen mach_aus
  einschalten eingeschaltet schalt_ein anschalten aktivieren aktiviert anmachen mach_an starten
  einladen eingeladen lad_ein lädt_ein hinzufügen
  benutzer nutzer user mitglied person teilnehmer
  mitarbeiter kollege kollegin angestellter personal team
  rolle berechtigung recht zugriff
  firma unternehmen betrieb gewerbe geschäftskunde
  vertrag abo abonnement tarif mitgliedschaft
  abo abonnement abonnieren abonniert mitgliedschaft
  mitgliedschaft mitglied beitritt beitreten mitgliedsvertrag
  verlängern verlängerung verlängert erneuern länger
  pausieren pause unterbrechen aussetzen ruhen stilllegen ruhezeit
  testen probe probezeit testphase probemonat ausprobieren testzeitraum schnuppern probetraining
  wechseln wechsel gewechselt umsteigen umstieg anbieterwechsel
  anbieter versorger provider betreiber lieferant
  abschließen abgeschlossen abschluss schließ_ab beantragen
  beantragen antrag beantragt antragsformular
  übertragen überschreiben umschreiben übernehmen übernahme vertragsübernahme
  mitnehmen mitnahme mitgenommen nehm_mit behalten rufnummernmitnahme portierung
  umziehen umzug umgezogen zieh_um zieht_um wohnungswechsel neue_wohnung
  einziehen einzug eingezogen zieh_ein neue_wohnung
  wohnung haus zuhause daheim
  mieten leihen ausleihen gemietet mietwagen verleih
  zähler stromzähler gaszähler zählernummer messgerät
  zählerstand ablesen abgelesen les_ab zähler_stand
  strom energie elektrizität kilowattstunde kwh
  gas erdgas heizung wärme
  solar photovoltaik solaranlage balkonkraftwerk einspeisung einspeisevergütung
  ladesäule wallbox ladestation eauto elektroauto
  verbrauch verbraucht nutzung datenverbrauch
  verbraucht aufgebraucht leer ausgeschöpft
  stromausfall ausfall kein_strom störung
  internet wlan netz verbindung dsl glasfaser breitband
  wlan wifi drahtlos funknetz
  router modem fritzbox
  verbinden verbunden verbindet koppeln gekoppelt anschließen
  anschluss anschließen angeschlossen schließ_an leitung
  offline kein_internet ohne_internet getrennt keine_verbindung unterbrochen
  störung ausfall ausgefallen entstörung gestört geht_nicht
  langsam geschwindigkeit lahm ruckeln ruckelt hängt bandbreite
  empfang netz netzabdeckung signal mobilfunk funkloch
  handy smartphone mobiltelefon telefon iphone android
  sim simkarte esim chipkarte
  rufnummer telefonnummer handynummer nummer
  datenvolumen gigabyte gb daten_verbraucht
  ausland roaming international eu auslandsaufenthalt
  streamen abspielen anschauen gucken
  defekt kaputt beschädigt schaden funktioniert_nicht geht_nicht kaputtgegangen hinüber
  beschädigt zerbrochen zerkratzt gerissen bruch schaden transportschaden
  mangel mangelhaft fehlerhaft defekt
  reparieren reparatur repariert instandsetzung werkstatt
  techniker monteur handwerker installateur servicetechniker
  garantie gewährleistung garantiefall garantiezeit
  reklamieren reklamation beanstanden mangel
  beschwerde beschweren beschwert unzufrieden ärger reklamation
  fehler problem störung schwierigkeit fehlermeldung
  absturz abgestürzt stürzt_ab eingefroren friert_ein hängt
  funktionieren funktioniert klappen klappt
  neustart neu_starten hochfahren
  zurücksetzen zurückgesetzt setz_zurück reset werkseinstellung
  aktualisieren aktualisierung update version firmware
  installieren installation installiert einrichten eingerichtet
  montieren montage aufbauen aufgebaut bau_auf bau_zusammen
  anleitung bedienungsanleitung handbuch gebrauchsanweisung
  herunterladen heruntergeladen download runterladen lad_runter lad_herunter
  hochladen hochgeladen upload lad_hoch anhängen
  exportieren export csv excel
  speichern gespeichert sichern sicherung backup
  synchronisieren synchronisierung abgleichen synchronisiert
  app anwendung programm software
  computer pc rechner laptop notebook
  browser chrome firefox safari
  webseite website internetseite homepage seite
  bildschirm display anzeige monitor schwarz
  akku batterie ladegerät ladekabel
  kompatibel kompatibilität passen passt unterstützt geeignet
  foto bild aufnahme
  datei dokument anhang pdf unterlagen
  nachweis bescheinigung bestätigung beleg zertifikat
  benachrichtigung mitteilung erinnerung push hinweis
  termin verabredung besuch uhrzeit
  terminvereinbarung termin_vereinbaren termin_machen termin_buchen terminbuchung
  verschieben verschoben verlegen umbuchen terminverschiebung
  umbuchen umgebucht buch_um ändern
  verspätung verspätet verzögerung spät dauert_länger
  reservieren reservierung reserviert buchen buchung gebucht
  buchen buchung gebucht bucht reservierung
  reise urlaub ferien verreisen
  hotel unterkunft zimmer übernachtung
  flug fliegen flugzeug geflogen
  bahn zug zugfahrt fahrt
  ticket fahrkarte fahrschein eintrittskarte
  gepäck koffer handgepäck reisegepäck
  sitzplatz platz sitz sitzplatzreservierung
  anreise ankunft abreise checkout
  reisepass personalausweis ausweis pass
  ausweisen legitimation identität postident videoident identifizieren
  haustier hund katze tier
  parken parkplatz stellplatz parkhaus
  fahrrad rad bike ebike
  versicherung versichert versichern police versicherungsschutz
  versicherungsfall schadensfall schaden schadenmeldung
  abgedeckt deckung versichert übernimmt inbegriffen
  melden meldung gemeldet mitteilen bescheid_geben bescheid_sagen
  selbstbeteiligung selbstbehalt eigenanteil
  krankenkasse krankenversicherung versichertenkarte
  arzt ärztin doktor praxis arzttermin
  rezept medikament arznei medizin
  fitnessstudio studio gym fitness
  training trainieren trainiert workout sport
  trainer trainerin kursleiter coach
  kurs lehrgang seminar schulung unterricht
  lehrer lehrerin dozent kursleiter
  prüfung test klausur examen
  zertifikat urkunde abschluss teilnahmebescheinigung
  teilnehmen teilnahme teilgenommen nehm_teil mitmachen mach_mit
  einschreiben anmelden kursanmeldung
  warteliste voll ausgebucht
  öffnungszeiten geöffnet offen geschlossen öffnet wann_offen
  filiale laden geschäft niederlassung standort shop
  wochenende samstag sonntag
  kontakt kontaktieren erreichen ansprechpartner kundenservice
  kundenservice kundendienst hotline support service kundenbetreuung
  anrufen telefonisch angerufen ruf_an telefonieren hotline telefonnummer
  rückruf zurückrufen ruf_zurück rückrufservice
  email mail mailadresse
  schreiben brief schriftlich post postalisch
  antwort geantwortet rückmeldung reaktion reagiert
  hilfe helfen hilft unterstützung support
  unterschrift unterschreiben unterschrieben unterzeichnen signieren
  vollmacht bevollmächtigt vertreter jemand_anderes
  datenschutz dsgvo privatsphäre personenbezogen persönliche_daten
  daten angaben gespeichert
  datenauskunft auskunft auskunftsrecht meine_daten
  werbung newsletter reklame werbemail
  betrug phishing betrogen verdächtig fake abzocke
  gehackt hacker geknackt fremdzugriff
  verloren verlieren verlust abhandengekommen
  gestohlen diebstahl geklaut klauen stehlen
  monat monatsweise monatsende
  jahr jährlich jahresweise
  woche wöchentlich wochenweise
  tag täglich werktag
  dauer dauert lange wie_lange bearbeitungszeit
  schnell sofort rasch umgehend eilig dringend
  frist deadline stichtag spätestens bis_wann
  gültig ablaufen abgelaufen läuft_ab verfallen verfällt
  kind minderjährig sohn tochter baby
  partner ehemann ehefrau mann frau freundin lebensgefährte
  familie angehörige haushalt familienmitglied
  mitbewohner wg haushalt
  verstorben tod gestorben todesfall erbe
  heirat geheiratet hochzeit namensänderung nachname
  name nachname namensänderung vorname
  student studentin studierende studium schüler azubi
  freund werben empfehlen geworben
  größe maße abmessungen konfektionsgröße passt
  gebraucht benutzt getragen secondhand
  entsorgen altgerät wegwerfen recycling
  reinigen putzen säubern waschen gewaschen
  allergie allergen unverträglichkeit zutaten inhaltsstoffe
  zoll einfuhr zollgebühren import
  limit höchstgrenze maximal höchstens obergrenze
  automatisch selbstständig von_selbst von_allein
  doppelt zweimal mehrfach
  bewertung rezension feedback
  job bewerbung karriere
  ablehnen abgelehnt lehn_ab verweigert fehlgeschlagen
  nachsendeauftrag nachsenden umzug post
  wo_finde wo_steht wo_seh anzeigen einsehen abrufen
  status stand bearbeitungsstand fortschritt
  erhöhen erhöht anheben hochsetzen aufstocken
  senken gesenkt herabsetzen reduzieren runtersetzen verringern
  upgrade hochstufen größerer höherer
  downgrade herabstufen kleinerer runterstufen
  zugang zugriff zugreifen reinkommen komm_rein rankommen
  hinzufügen hinzugefügt füg_hinzu ergänzen
  heizung heizen thermostat heizkörper
  auto fahrzeug pkw kfz
  punkte treuepunkte bonus bonusprogramm
  bar bargeld barzahlung cash
  checkin einchecken check_in bordkarte
  krank krankheit attest verletzt
  formular vordruck antrag
  barrierefrei rollstuhl behinderung schwerbehindert
  zins zinsen verzinsung rendite
  gerät produkt artikel ware
  erlaubt gestattet verboten zulässig
  notwendig benötigen benötigt erforderlich
`;
