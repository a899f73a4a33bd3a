/** The word families of French; english.logic.ts explains them. */
export const french = `
  rembourser remboursement récupérer_argent rendre_argent avoir_argent revoir_argent
  remboursement crédit dédommagement
  dédommager dédommagement indemniser indemnisation indemnité compensation geste_commercial
  retourner retour renvoyer renvoi rendre réexpédier ramener rapporter restituer
  restituer restitution rendre
  échanger échange remplacer remplacement substituer changer
  résilier résiliation annuler arrêter mettre_fin terminer rompre quitter clôturer
  annuler annulation décommander supprimer
  désabonner désabonnement désinscrire désinscription résilier annuler
  rétractation rétracter changer_avis délai_réflexion annuler
  préavis délai engagement durée_minimale
  engagement engagé durée_minimale contrat
  sans_engagement libre flexible
  contrat abonnement souscription forfait
  souscrire souscription abonner adhérer conclure
  livrer livraison envoyer envoi expédier expédition acheminer recevoir arriver
  recevoir reçu reçois réception arriver arrivé
  expédier expédition envoyer envoi poster parti partir
  colis paquet envoi livraison
  transporteur livreur coursier facteur chronopost colissimo dhl ups
  point_relais relais consigne retrait mondial_relay
  retirer retrait récupérer chercher click_collect
  suivre suivi tracer traçage tracking localiser où_est
  commander commande acheter achat acheté
  article produit marchandise
  panier caisse
  stock disponible disponibilité rupture épuisé
  précommande précommander réserver
  prix coût coûter tarif combien montant cher
  frais coût payant supplément facturer
  frais_port livraison port envoi
  gratuit gratuitement offert sans_frais
  réduction remise rabais promotion promo solde ristourne
  code coupon bon_réduction promo voucher
  bon_achat chèque_cadeau carte_cadeau
  cadeau offrir offert offre
  fidélité points récompense prime bonus
  parrainer parrainage parrain filleul ami
  facture facturation facturer note justificatif
  facture reçu ticket_caisse justificatif preuve_achat
  débiter prélever prélèvement débit facturer retirer
  prélèvement sepa mandat automatique
  payer paiement paye régler règlement verser
  mode_paiement moyen_paiement paypal visa mastercard
  carte cb bancaire visa mastercard bleue
  mensualité échéance échelonner plusieurs_fois acompte
  échéance date_limite délai terme
  impayé retard rappel relance dette recouvrement
  acompte caution dépôt arrhes avance
  caution dépôt garantie
  refusé refus rejeté rejet échoué échec décliné
  deux_fois double doublon doublé
  tva taxe impôt
  devis estimation estimer
  virement virer transférer transfert envoyer
  banque bancaire iban rib compte
  iban rib coordonnées_bancaires
  distributeur retrait retirer espèces dab liquide
  espèces liquide cash argent
  argent fric thune fonds
  solde reste restant
  découvert négatif dépassement
  intérêt taux rendement
  prêt crédit emprunter emprunt
  épargne épargner livret économie
  opposition bloquer voler perdre
  bloquer blocage verrouiller verrouillage geler
  débloquer déblocage déverrouiller déverrouillage
  fraude arnaque escroquerie phishing hameçonnage frauduleux
  suspect douteux inconnu louche
  compte profil espace_client
  créer création ouvrir ouverture inscrire inscription
  inscrire inscription enregistrer adhérer
  connecter connexion identifier login accéder
  déconnecter déconnexion logout sortir
  mot_passe mdp code identifiant
  identifiant login nom_utilisateur pseudo
  oublié oublier oubli perdu
  code pin sms confirmation vérification
  double_authentification 2fa vérification deux_étapes
  réinitialiser réinitialisation reset remettre_zéro
  supprimer suppression effacer fermer clôturer enlever désactiver
  fermer fermeture clôturer clôture
  modifier modification changer changement corriger actualiser
  corriger correction rectifier erreur faute
  adresse domicile lieu
  email mail e-mail courriel adresse_électronique
  téléphone numéro portable mobile
  portable mobile smartphone téléphone gsm
  tablette ipad
  ordinateur pc mac portable
  application appli app logiciel
  site web internet page
  navigateur chrome firefox safari
  télécharger téléchargement download
  exporter export csv excel
  importer import charger
  fichier document pièce_jointe
  photo image cliché
  imprimer impression imprimante
  installer installation monter montage poser pose
  démarrer allumer lancer mettre_marche
  éteindre arrêter couper
  activer activation allumer mettre_service
  désactiver désactivation éteindre couper
  redémarrer redémarrage rallumer relancer
  mise_jour actualiser actualisation version màj
  abîmé cassé défectueux endommagé panne défaut
  cassé casser brisé fissuré fêlé
  panne dysfonctionnement marche_pas fonctionne_pas bug
  bug planter plante bugger erreur figer
  fonctionner marcher
  erreur problème souci incident
  réparer réparation dépanner dépannage sav
  technicien réparateur dépanneur installateur
  dépanneuse remorquage assistance
  garantie garanti sav défaut
  pièce rechange accessoire
  batterie pile charger recharge autonomie
  charger recharge chargeur
  écran affichage
  bruit bruyant sonore
  fuite fuir inondation dégât_eaux eau
  chauffage chauffer radiateur chaudière froid
  électricité courant énergie électrique
  gaz énergie
  coupure panne courant
  compteur relevé index linky
  relevé consommation index
  consommation consommer usage utiliser utilisation
  lent lenteur ralentir rame
  internet wifi réseau connexion box fibre
  box routeur modem wifi
  réseau signal couverture antenne
  fibre adsl débit
  données data go gigas internet
  sim puce esim carte
  itinérance roaming étranger
  étranger voyage pays hors
  conserver garder portabilité
  portabilité rio numéro opérateur
  opérateur fournisseur prestataire
  fournisseur changer_fournisseur
  déménager déménagement emménager nouveau_logement changement_adresse
  logement appartement maison
  locataire colocataire bail propriétaire louer
  bail location
  louer location loué
  voiture véhicule auto bagnole
  vélo bicyclette bécane
  accident sinistre collision accrochage
  sinistre déclarer déclaration dégât dommage
  assurance assurer assuré couverture mutuelle
  couvert couverture garantie pris_charge
  franchise reste_charge
  prime cotisation
  mutuelle complémentaire santé
  attestation certificat justificatif
  justificatif document pièce preuve
  identité carte_identité passeport
  vérifier vérification contrôler contrôle
  voler vol volé dérobé piquer
  perdu perdre perte égaré disparu introuvable
  objets_trouvés perdu oublié
  vol avion aéroport
  bagage valise sac
  billet place ticket
  train tgv sncf
  bus autocar transport
  réserver réservation booker
  reporter report décaler déplacer changer_date
  rendez-vous rdv consultation visite
  horaire heure ouvert ouverture
  fermé fermeture férié
  retard retardé tard tardif
  arrivée arriver check-in
  départ partir check-out
  hôtel chambre hébergement logement
  voyage voyager séjour vacances
  vacances congé absence
  voyageur passager
  correspondance escale
  enfant mineur gamin bébé fils fille
  mari femme conjoint époux épouse partenaire
  famille foyer proche
  parent père mère
  décès décédé mort défunt
  ami proche copain
  membre utilisateur participant
  inviter invitation ajouter
  transmettre céder transférer cession
  titulaire propriétaire
  nom prénom
  collègue équipe employé salarié
  entreprise société professionnel pro
  étudiant élève scolaire école
  âge ans majeur mineur
  senior retraité âgé
  handicap handicapé fauteuil_roulant accessibilité pmr
  animal animaux chien chat
  salle gym fitness sport club
  séance cours entraînement
  coach entraîneur professeur moniteur
  suspendre suspension pause geler interrompre interruption
  prolonger prolongation renouveler renouvellement reconduction
  reconduction tacite renouvellement automatique
  expirer expiration valable valide validité périmé
  essai essayer tester gratuit
  formation cours stage
  certificat diplôme attestation
  examen test épreuve
  devoir exercice
  malade maladie médical médecin
  médecin docteur généraliste
  ordonnance prescription
  urgence urgent vite
  absent absence empêché raté manquer
  contacter contact joindre appeler écrire
  appeler appel téléphoner hotline
  conseiller service_client agent
  chat tchat discuter message
  répondre réponse
  aide assistance support
  réclamation plainte réclamer plaindre mécontent
  médiateur litige
  avis commentaire évaluation noter
  confidentialité vie_privée données rgpd
  données_personnelles informations rgpd
  conserver stocker conservation
  newsletter publicité spam promotionnel
  cookies traceurs
  notification alerte rappel
  paramètre réglage régler configurer configuration
  langue traduction
  bouton touche
  associer appairer coupler connecter
  bluetooth appairer
  compatible compatibilité marche_avec
  taille dimension pointure mesure
  couleur coloris
  augmenter augmentation hausse plus_cher monter
  baisser baisse diminuer réduire
  limite plafond maximum maximal
  minimum minimal au_moins
  mensuel mois mensuellement
  annuel année an annuellement
  hebdomadaire semaine
  quotidien jour
  week-end samedi dimanche
  matin après-midi soir
  combien_temps durée délai longtemps
  rapide rapidement vite express
  lendemain demain
  voisin gardien concierge
  boîte_lettres courrier facteur
  signature signer
  magasin boutique agence
  occasion reconditionné seconde_main
  recycler recyclage jeter reprise
  vendre revendre vente
  douane importation
  allergie allergène allergique
  repas menu plat nourriture
  emploi poste recruter candidature
  historique anciennes passées
  fusionner regrouper ensemble
  stationnement parking garer
`;
