/** The word families of Dutch; english.logic.ts explains them. */
export const dutch = `
  terugsturen stuur_terug teruggestuurd retour retourneren terugzenden retourzending
  terugbrengen breng_terug teruggebracht inleveren retour
  teruggeven geef_terug teruggegeven inleveren
  terugbetalen betaal_terug terugbetaald terugbetaling geld_terug restitutie
  geld_terug terugkrijgen krijg_terug vergoeden terugbetaling
  vergoeden vergoeding compensatie schadevergoeding compenseren
  terugvorderen vorder_terug terugvordering
  ruilen omruilen ruil_om omgeruild vervangen vervanging
  opzeggen zeg_op opgezegd opzegging beëindigen stopzetten stoppen annuleren
  stoppen stopzetten zet_stop beëindigen
  annuleren annulering afzeggen zeg_af afgezegd cancelen intrekken
  afmelden meld_af afgemeld afmelding uitschrijven schrijf_uit
  uitschrijven schrijf_uit uitgeschreven uitschrijving opzeggen
  herroepen herroeping bedenktijd herroepingsrecht
  opzegtermijn opzeggen looptijd
  looptijd contractduur vast_zitten minimale
  contract abonnement overeenkomst
  abonnement lidmaatschap abo
  lidmaatschap lid inschrijving
  afsluiten sluit_af afgesloten aangaan
  bezorgen bezorging leveren levering thuisbezorgd geleverd bezorgd
  leveren levering levertijd verzenden aankomen
  verzenden verzonden verzending versturen verstuurd opsturen stuur_op
  aankomen kom_aan aangekomen aankomst bezorgd
  ontvangen ontvangst gekregen
  pakket pakje zending bestelling doos
  bezorger koerier postbode postnl dhl vervoerder
  afhaalpunt ophaalpunt servicepunt pakketpunt
  ophalen haal_op opgehaald afhalen haal_af afgehaald
  volgen track_trace traceren waar_blijft status
  verzendkosten bezorgkosten portokosten
  bestellen bestelling besteld order kopen
  kopen gekocht koop aankoop aanschaffen aanschaf
  artikel product spullen
  winkelwagen winkelmandje mandje afrekenen
  voorraad leverbaar uitverkocht beschikbaar
  reserveren reservering boeken gereserveerd
  prijs kosten tarief hoeveel bedrag duur
  toeslag bijbetalen extra_kosten meerprijs
  gratis kosteloos voor_niks
  korting aanbieding actie afgeprijsd actiecode
  goedkoper goedkoop korting besparen
  kortingscode actiecode vouchercode code
  cadeaubon cadeaukaart tegoedbon waardebon voucher
  tegoed saldo
  cadeau kado geschenk
  punten spaarpunten sparen beloning
  aanbevelen vriend uitnodigen vriendenkorting
  factuur rekening nota
  bon kassabon aankoopbewijs bonnetje
  afschrijven schrijf_af afgeschreven afschrijving incasso incasseren
  incasso automatisch machtiging afschrijving
  betalen betaling voldoen overmaken
  betaalmethode betaalwijze ideal paypal creditcard
  betaalpas pinpas bankpas pas kaart
  creditcard visa mastercard kaart
  termijn termijnbedrag voorschot maandbedrag
  gespreid termijnen betalingsregeling
  achteraf klarna later_betalen
  aanmaning herinnering incassobureau achterstand
  betalingsachterstand schuld openstaand
  borg waarborg aanbetaling
  mislukt geweigerd afgewezen mislukken lukt_niet
  dubbel twee_keer tweemaal
  btw belasting
  offerte prijsopgave schatting
  overmaken maak_over overgemaakt overschrijven schrijf_over overboeking
  bank rekeningnummer iban
  rekeningnummer iban bankrekening
  pinnen geldautomaat opnemen contant
  contant cash geld
  rood_staan roodstand tekort
  rente percentage
  lening lenen krediet
  hypotheek lening woning
  sparen spaarrekening spaargeld
  blokkeren geblokkeerd blokkade vergrendeld vastgezet
  deblokkeren ontgrendelen vrijgeven
  fraude oplichting phishing opgelicht nep
  verdacht onbekend vreemd
  account profiel
  aanmaken maak_aan aangemaakt registreren openen
  aanmelden meld_aan aangemeld aanmelding inschrijven registreren
  inschrijven schrijf_in ingeschreven inschrijving aanmelden
  inloggen log_in ingelogd aanmelden login
  uitloggen log_uit uitgelogd afmelden
  wachtwoord inloggegevens code
  gebruikersnaam loginnaam inloggegevens
  vergeten vergat kwijt
  pincode code pin
  verificatiecode bevestigingscode sms-code code
  tweestapsverificatie 2fa authenticator
  resetten reset herstellen terugzetten
  herstellen herstel terughalen
  verwijderen verwijder wissen weghalen haal_weg opheffen
  opheffen hef_op opgeheven sluiten
  wijzigen wijziging veranderen aanpassen pas_aan aangepast
  aanpassen pas_aan aanpassing wijzigen
  doorgeven geef_door doorgegeven melden
  corrigeren verbeteren fout verkeerd
  toevoegen voeg_toe toegevoegd koppelen
  adres woonadres postcode
  verhuizen verhuizing verhuis verhuisd nieuw_adres nieuwe_woning
  woning huis appartement
  huurder huisgenoot huurcontract
  verhuurder huisbaas eigenaar
  huren huur verhuren gehuurd
  e-mail mail email e-mailadres mailadres
  telefoonnummer nummer mobiel
  telefoon mobiel smartphone toestel
  tablet ipad
  computer laptop pc mac
  app applicatie programma
  website site webpagina
  browser chrome firefox safari
  downloaden download binnenhalen
  exporteren export csv excel
  importeren import inladen
  uploaden upload
  bestand document bijlage
  foto afbeelding plaatje
  afdrukken printen druk_af
  installeren installatie plaatsen monteren
  monteur installateur technicus
  aanzetten zet_aan aangezet inschakelen schakel_in activeren
  uitzetten zet_uit uitgezet uitschakelen schakel_uit deactiveren
  activeren activatie inschakelen
  herstarten opnieuw_opstarten start_op
  opstarten start_op opgestart starten
  bijwerken werk_bij update updaten versie
  kapot stuk defect beschadigd gebroken
  kapot doet_niet werkt_niet defect
  beschadigd schade deuk kras gescheurd
  storing probleem werkt_niet uitval
  crashen vastlopen loopt_vast vastgelopen bevriezen
  foutmelding fout error
  repareren reparatie herstellen gerepareerd
  garantie fabrieksgarantie defect
  onderdeel onderdelen accessoire
  onderhoud servicebeurt beurt
  batterij accu
  opladen laad_op opgeladen oplader laden
  laadpaal opladen laden
  scherm beeldscherm display
  geluid lawaai herrie
  lekken lek lekkage waterschade
  verwarming verwarmen cv ketel radiator
  stroom elektriciteit energie elektra
  gas energie
  stroomstoring uitval storing
  meter meterstand slimme_meter
  meterstand stand doorgeven opnemen
  verbruik verbruiken gebruik
  jaarafrekening eindafrekening afrekening
  zonnepanelen terugleveren lever_terug salderen
  traag langzaam sloom
  internet wifi verbinding netwerk
  modem router wifi
  bereik signaal ontvangst netwerk
  snelheid mbit glasvezel
  databundel data gb bundel
  simkaart sim esim
  roaming buitenland
  buitenland europa vakantie
  nummerbehoud nummer_meenemen nummer_behouden
  meenemen neem_mee meegenomen behouden
  overstappen stap_over overgestapt overstap wisselen
  leverancier aanbieder provider
  aanbieder provider operator
  auto voertuig wagen
  fiets ebike rijwiel
  kenteken auto
  ongeluk ongeval aanrijding botsing
  pech pechhulp wegenwacht
  schade claim schademelding
  schade_melden claimen indienen dien_in
  verzekering verzekeren polis verzekerd
  gedekt dekking verzekerd
  polis polisblad verzekering
  premie maandpremie
  zorgverzekering zorg aanvullende
  declareren declaratie indienen dien_in
  bewijs verklaring attest
  identiteitsbewijs paspoort id legitimatie identiteitskaart
  verifiëren verificatie controleren bevestigen
  gestolen diefstal gejat stelen
  kwijt verloren verlies zoekgeraakt kwijtgeraakt
  gevonden_voorwerpen laten_liggen vergeten
  vlucht vliegtuig vliegen vliegveld
  bagage koffer handbagage
  koffer tas
  kaartje ticket kaart
  stoel zitplaats plaats
  trein ns station
  bus tram metro
  boeken boeking geboekt reservering
  omboeken boek_om omgeboekt wijzigen
  verzetten verplaatsen verschuiven uitstellen stel_uit
  afspraak bezoek consult
  niet_komen verhinderd afwezig gemist
  no-show niet_opdagen gemist
  openingstijden open geopend gesloten dicht
  feestdag feestdagen kerst pasen
  vertraging vertraagd te_laat later
  inchecken check_in ingecheckt
  uitchecken check_uit vertrek
  hotel kamer verblijf accommodatie
  reis reizen vakantie
  vakantie afwezig weg
  reiziger passagier
  overstap aansluiting
  kind kinderen minderjarig baby
  zoon dochter kind
  man vrouw partner echtgenoot vriendin
  gezin huishouden familie gezinsleden
  ouder ouders vader moeder
  overlijden overleden overlijdt dood nabestaande
  lid leden gebruiker
  uitnodigen nodig_uit uitgenodigd uitnodiging
  overdragen draag_over overgedragen overzetten zet_over
  overzetten zet_over overgezet verplaatsen
  trouwen getrouwd gescheiden scheiden
  collega medewerker werknemer
  bedrijf zakelijk onderneming zaak
  student scholier leerling
  leeftijd jaar oud
  senior ouderen 65-plus
  rolstoel gehandicapt beperking toegankelijk
  huisdier hond kat dier
  sportschool gym fitness club
  les groepsles training
  trainer coach instructeur
  leraar docent
  pauzeren pauze bevriezen onderbreken stilzetten
  verlengen verlenging verlengd langer
  automatisch_verlengd verlenging stilzwijgend
  verlopen vervallen geldig geldigheid
  proefperiode proefles uitproberen probeer_uit proberen
  cursus opleiding training
  certificaat diploma
  examen toets tentamen
  herkansen herkansing
  geslaagd slagen
  opdracht huiswerk
  blessure geblesseerd zwanger
  arts dokter huisarts
  recept medicijn
  spoed dringend acuut
  contact bereiken bellen
  bellen telefoon telefonisch opbellen bel_op
  terugbellen bel_terug teruggebeld
  klantenservice klantendienst helpdesk
  chatten chat bericht
  antwoord reactie reageren antwoorden
  hulp helpen ondersteuning
  klacht klagen ontevreden beklag
  geschil geschillencommissie klacht
  beoordeling review recensie
  privacy persoonsgegevens avg
  gegevens data informatie
  bewaren bewaartermijn opslaan sla_op opgeslagen
  inzien inzage opvragen vraag_op
  nieuwsbrief reclame spam mailing
  melding notificatie pushbericht
  instellen stel_in ingesteld instelling configureren
  taal nederlands vertalen
  koppelen verbinden koppeling gekoppeld
  geschikt compatibel werkt_met
  maat formaat afmeting
  verhogen verhoging omhoog hoger
  prijsverhoging duurder prijsstijging
  verlagen verlaging omlaag lager
  upgraden upgrade hoger uitbreiden
  limiet maximum maximaal
  minimum minimaal minstens
  weekend zaterdag zondag
  ochtend middag avond
  hoelang hoe_lang duurt wachttijd
  snel spoed express
  buren buurman buurvrouw
  brievenbus post brief
  handtekening tekenen ondertekenen
  winkel filiaal vestiging
  tweedehands refurbished gebruikt
  recyclen weggooien gooi_weg afvoeren
  verkopen verkocht doorverkopen
  douane invoerrechten invoer
  allergie allergeen allergisch
  maaltijd eten menu
  vacature baan solliciteren
  samenvoegen voeg_samen samengevoegd combineren
  parkeren parkeerplaats parkeer
  wachtrij wachtlijst wachten
`;
