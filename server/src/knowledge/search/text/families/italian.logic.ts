/** The word families of Italian; english.logic.ts explains them. */
export const italian = `
  rimborso rimborsare restituire_soldi ridare_soldi indietro_soldi riavere_soldi accredito
  reso restituire restituzione rendere rispedire mandare_indietro rimandare riportare
  cambiare cambio sostituire sostituzione scambiare rimpiazzare
  disdire disdetta annullare annullamento recedere recesso cancellare rescindere chiudere_contratto
  recesso ripensamento recedere ripensarci cambiato_idea
  preavviso vincolo durata_minima penale vincolato
  contratto abbonamento stipulare sottoscrivere
  spedire spedizione consegna consegnare inviare invio mandare arrivare recapitare
  pacco spedizione consegna scatola collo
  corriere fattorino postino
  ordine ordinare acquisto acquistare comprare comprato
  costo costare prezzo tariffa quanto_viene quanto_pago importo
  commissione spesa costo supplemento sovrapprezzo
  economico conveniente sconto ribasso offerta risparmiare
  sconto buono coupon codice voucher promozione promo
  buono_regalo carta_regalo gift_card voucher
  regalo regalare compleanno natale
  fattura ricevuta scontrino bolletta fatturazione fatturare
  bolletta fattura conto
  addebito addebitare prelevare preso_soldi scalare
  domiciliazione addebito_conto rid sepa iban
  rata rateizzare rateizzazione dilazione finanziamento
  pagare pagamento saldare versare pago
  metodo_pagamento paypal mastercard carta bancomat
  carta credito debito bancomat prepagata
  rifiutato rifiutare respinto negato fallito non_passa
  insoluto debito moroso arretrato scaduto sollecito
  banca conto_corrente iban filiale
  gratis gratuito omaggio senza_pagare
  prova provare periodo_prova demo
  piano abbonamento tariffa pacchetto offerta
  socio membro iscritto tesserato abbonato
  tessera iscrizione quota
  passare superiore aumentare
  diminuire ridurre abbassare inferiore
  aumento aumentare rincaro alzare salire
  rinnovo rinnovare prorogare proroga rinnova
  annuale anno annualmente annuo
  mensile mese mensilmente
  pausa sospendere sospensione congelare interrompere fermare
  vacanza ferie viaggio assenza
  estero roaming internazionale straniero
  prenotare prenotazione appuntamento riservare fissare
  appuntamento visita incontro
  spostare rimandare rinviare posticipare cambiare_data altro_giorno
  accedere accesso entrare login loggare autenticarsi collegarsi
  uscire disconnettere logout
  password parola_chiave credenziali pin codice
  dimenticare dimenticato ricordare non_ricordo
  verifica autenticazione due_fattori due_passaggi 2fa otp codice sms
  account profilo utente
  registrarsi registrazione creare_account iscriversi
  iscriversi iscrizione immatricolazione aderire registrarsi
  eliminare cancellare rimuovere togliere chiudere_account
  invitare invito aggiungere collaboratore
  aggiungere inserire includere mettere
  utente membro persona
  famiglia familiare nucleo parente
  moglie marito partner coniuge fidanzato fidanzata compagno
  figlio figlia bambino neonato ragazzo
  minore minorenne bambino ragazzo
  coinquilino inquilino affittuario convivente
  proprietario padrone locatore titolare
  intestatario titolare voltura subentro intestare intestazione
  dipendente lavoratore personale impiegato
  datore capo azienda
  amministratore admin responsabile gestore
  permesso autorizzazione ruolo accesso
  consentire permettere permesso potere vietato
  email e-mail mail posta_elettronica
  indirizzo via domicilio residenza dove
  modificare cambiare aggiornare correggere rettificare
  correggere errore sbagliato errato sbagliare
  scaricare esportare salvare download
  caricare allegare upload
  dato informazione personale
  privacy protezione_dati gdpr riservatezza
  offline senza_connessione disconnesso non_collega senza_internet
  internet wifi wi-fi rete fibra adsl connessione linea
  router modem wifi
  segnale copertura campo rete ricezione
  lento lentezza velocità rallentare
  cellulare telefono telefonino smartphone iphone android
  tablet ipad tavoletta
  computer pc portatile mac
  browser chrome firefox safari
  sito pagina web portale
  app applicazione programma
  dispositivo apparecchio prodotto
  installare installazione montare montaggio
  tecnico installatore idraulico elettricista operaio
  riparare riparazione aggiustare sistemare assistenza
  rotto guasto difettoso danneggiato rompere rovinato non_funziona non_va difetto
  danneggiato ammaccato graffiato schiacciato danno
  errore problema guasto disservizio malfunzionamento anomalia
  bloccare impallare crash chiude_sola piantare
  schermo_nero spento morto non_accende
  accendere avviare attivare acceso
  spegnere disattivare staccare spento
  attivare abilitare attivazione
  bloccare blocco bloccato congelare disabilitare
  sbloccare sblocco liberare
  rumore suono rumoroso ronzio
  schermo display monitor
  luce lampada lampadina lampeggiare led spia
  luce elettricità corrente energia elettrico fornitura
  blackout interruzione senza_luce senza_corrente guasto
  gas riscaldamento caldaia
  caldo calore riscaldamento scaldare
  freddo gelato raffreddare
  contatore lettura autolettura
  consumo consumare uso kwh
  solare pannello fotovoltaico
  potenza kilowatt kw
  acqua allagamento infiltrazione
  allacciare allaccio allacciamento collegare
  garanzia garantire coperto
  reclamo lamentela lamentarsi reclamare contestare contestazione protestare
  assicurazione polizza assicurare copertura assicurato
  sinistro incidente denuncia danno
  risarcimento indennizzo risarcire compensazione
  incidente tamponamento urto
  perdere perso smarrito smarrimento scomparso sparito
  rubare furto rubato ladro
  mancare mancante incompleto non_arrivato manca
  associare abbinare collegare accoppiare sincronizzare
  ripristinare reset reimpostare azzerare resettare
  riavviare riavvio spegnere_riaccendere
  aggiornamento aggiornare versione firmware
  batteria pila caricare caricatore ricarica
  ricarica ricaricare credito
  compatibile compatibilità funziona_con
  trasloco traslocare trasferirsi cambio_casa nuova_casa cambiare_casa
  casa appartamento abitazione alloggio
  portabilità tenere_numero mantenere_numero numero
  operatore gestore fornitore
  bonifico trasferire mandare_soldi trasferimento
  tracciare tracciamento tracking dove_trova seguire stato
  orario aprire aperto chiuso apertura chiudere
  negozio punto_vendita filiale sede sportello
  contatto contattare parlare chiamare telefonare
  aiuto assistenza supporto servizio_clienti
  telefono chiamare chiamata telefonare telefonata
  rispondere risposta riscontro
  chat messaggio whatsapp scrivere
  termine scadenza entro quanto_tempo
  tempo durata quanto_dura impiegare
  ritardo tardi ritardare in_ritardo
  veloce rapido urgente urgenza subito espresso immediato
  certificato diploma attestato
  corso lezione formazione
  esame prova test verifica
  superare voto promosso punteggio bocciato
  professore insegnante docente tutor istruttore
  palestra fitness centro_sportivo allenamento
  allenarsi allenamento lezione sessione
  allenatore istruttore trainer
  studente alunno universitario
  medico dottore dentista
  dolore dolorante infortunio lesione
  malato malattia infortunato certificato_medico
  preventivo stima quotazione
  tassa iva
  azienda impresa ditta società
  disabile disabilità carrozzina sedia_rotelle accessibilità
  pensionato anziano over
  volo aereo aeroporto volare
  bagaglio valigia borsa zaino
  biglietto ticket passaggio
  poltrona sedile
  passeggero viaggiatore
  auto macchina automobile veicolo
  bicicletta bici
  affitto noleggio affittare noleggiare locazione
  cauzione deposito caparra acconto anticipo
  hotel albergo alloggio camera stanza
  colazione pasto cena
  parcheggio parcheggiare posteggio
  animale cane gatto cucciolo
  treno autobus bus trasporto
  documento identità passaporto carta_identità
  scadere scadenza scaduto validità valido
  prestito mutuo finanziamento
  contanti bancomat prelevare prelievo sportello
  soldi denaro saldo fondi
  frode truffa phishing sospetto raggiro
  hackerare violato accesso_autorizzato intruso
  interesse interessi tasso_interesse
  stipendio busta_paga salario reddito
  limite massimo tetto soglia
  minimo meno almeno
  impostazione configurare configurazione opzione preferenza
  notifica avviso allerta avvisare promemoria
  lingua traduzione tradurre
  foto immagine fotografia
  file documento allegato
  taglia misura dimensione grande piccolo
  colore colori tinta
  dogana dazio doganale
  vicino portiere portinaio
  firma firmare
  cassetta lettera postino
  weekend sabato domenica festivo
  festivo festa ferie natale
  mattina pomeriggio sera
  usato vecchio seconda_mano
  riciclare smaltire smaltimento buttare
  esaurito disponibile disponibilità magazzino scorta
  ritirare ritiro passare_prendere
  doppio duplicato due_volte
  precedente vecchio ex
  pubblicità newsletter spam promozionale
  recensione valutazione opinione
  guardare streaming riprodurre vedere
  sottotitolo audio doppiaggio
  lavoro impiego posizione
  riscattare utilizzare_codice usare_codice inserire_codice
  punti fedeltà premio
  consigliare amico presentare
  decesso morte morto defunto deceduto morire
  eredità erede ereditare successione
  divorzio separazione separarsi
  cognome nome sposarsi
`;
