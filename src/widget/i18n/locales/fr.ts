import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Commande {order}',
  loading: 'Chargement du paiement',

  choose: 'Comment payer\u202f?',
  methodTransfer: 'Transfert d’argent',
  methodTransferHint: 'Depuis l’application de votre banque',
  methodForm: 'Carte bancaire',
  methodFormHint: 'Sur une page de paiement sécurisée',
  deleteCard: 'Retirer',
  deleteCardConfirm: 'Retirer cette carte\u202f?',
  actionFailed: 'L’opération n’a pas abouti. Veuillez réessayer.',
  deleteCardLabel: 'Retirer la carte {card}',

  preparing: 'Préparation de votre paiement',

  transfer: 'Envoyez exactement ce montant',
  transferHint: 'Un autre montant pourrait retarder votre commande.',
  card: 'Numéro de carte',
  phone: 'Numéro de téléphone',
  iban: 'IBAN',
  accountNumber: 'Numéro de compte',
  recipient: 'Bénéficiaire',
  bank: 'Banque',
  scheme: 'Système de paiement',
  amount: 'Montant',
  orderReference: 'Numéro de commande',
  details: 'Coordonnées de paiement',
  stepOpen: 'Ouvrez l’application de votre banque',
  stepAny: 'Envoyez-le à une seule de ces coordonnées',
  stepOne: 'Envoyez-le ici',
  stepReturn: 'Revenez ici',
  payWithin: 'Temps pour payer\u00a0: {time}',
  lastMinute:
    'Pas encore envoyé\u202f? Ne commencez pas maintenant. L’argent déjà envoyé est pris en compte.',
  reportSent: 'J’ai envoyé l’argent',

  qr: 'Code QR',
  qrUnreadable: 'Le code QR ne peut pas être affiché.',
  saveQr: 'Enregistrer',
  shareQr: 'Partager',
  reportedAt: 'Marqué comme envoyé\u00a0: {time}',
  notSentYet: 'Je ne l’ai pas encore envoyé',
  merchantAccount: '{shop} reçoit les paiements par le compte de cette personne.',

  payAnotherWay: 'Payer autrement',
  setAsideHint:
    'Seulement si vous n’avez pas envoyé d’argent. Ensuite, ne payez plus avec les anciennes coordonnées.',
  notSentChoose: 'Je n’ai pas envoyé d’argent\u00a0: choisir un autre moyen',
  notSentStart: 'Je n’ai rien envoyé\u00a0: recommencer',
  notSwitchable:
    'Ce paiement ne peut plus être modifié. Nous continuons à le vérifier\u00a0: ne payez pas deux fois.',

  checking: 'Vérification de votre transfert',
  checkingHint: 'Dès son arrivée, vous le verrez ici.',

  redirect: 'Aller à la page de paiement',
  redirectButton: 'Continuer',
  returned: 'En attente du résultat',
  returnedHint: 'Pas terminé\u202f? Revenez à la page de paiement.',

  pending: 'En attente de confirmation',
  pendingHint: 'Le résultat s’affichera ici.',
  slow: 'Cela prend plus de temps que d’habitude.',

  underpaid: 'Reçu\u00a0: {paid} sur {amount}',
  underpaidHint: 'La boutique décide de la suite. N’envoyez pas plus d’argent, sauf si elle vous le demande.',

  succeeded: 'Payé',
  succeededHint: 'Nous avons reçu {amount}.',
  succeededOtherAmount: 'Nous avons reçu {paid}. Le montant de la commande était de {amount}.',
  paymentMethod: 'Moyen de paiement',
  succeededLate: 'Votre paiement est finalement arrivé. Vous n’avez plus rien à payer.',

  failedTransfer: 'Nous n’avons pas reçu ce paiement',
  failed: 'Le paiement n’a pas abouti',
  doNotSendAgain: 'Argent déjà envoyé\u202f? Ne l’envoyez pas une seconde fois.',
  contact: 'Besoin d’aide\u202f? Contactez la boutique avec ce numéro de commande.',
  stillChecking: 'Nous continuons à vérifier. Si le paiement arrive, vous le verrez ici.',
  tryAgain: 'Réessayer',
  back: 'Retour',

  reasonTechnical: 'Un problème technique. Veuillez réessayer plus tard.',
  reasonAuthorization:
    'Votre banque n’a pas confirmé le paiement. Veuillez réessayer ou utiliser une autre carte.',
  reasonDeclined: 'Le paiement a été refusé. Veuillez essayer un autre moyen de paiement.',
  reasonUser: 'Le paiement a été annulé ou n’a pas été terminé.',
  reasonIssuer: 'Votre banque a refusé la carte. Utilisez une autre carte ou contactez votre banque.',
  reasonFunds: 'Le solde de la carte est insuffisant. Veuillez utiliser une autre carte.',
  copyDetails: 'Copier toutes les informations',
  anotherCard: 'Utiliser une autre carte',

  expired: 'Délai de paiement écoulé',

  notFound: 'Ce paiement est introuvable',
  notFoundHint: 'Rouvrez le paiement depuis la boutique. Déjà payé\u202f? Ne payez pas une seconde fois.',
  orderExpired: 'Ce lien de paiement a expiré',
  attemptsLimit: 'Trop de tentatives pour cette commande. Contactez la boutique.',
  amountChanged: 'Le montant de la commande a changé',
  unavailable: 'Paiement momentanément indisponible',
  unavailableHint: 'Veuillez réessayer plus tard ou contacter la boutique.',

  connectionLost: 'Connexion perdue. Nous continuons à vérifier…',
  connectionRestored: 'Connexion rétablie.',

  copy: 'Copier',
  copied: 'Copié',
  copyField: 'Copier\u00a0: {field}',
  copiedField: 'Copié\u00a0: {field}',
  copyFailed: 'La copie a échoué. Appuyez longuement sur le texte pour le copier.',

  daysLeft: { one: '{count} jour', many: '{count} de jours', other: '{count} jours' },
  minutesLeftAnnouncement: {
    one: 'Il reste {count} minute pour payer',
    many: 'Il reste {count} de minutes pour payer',
    other: 'Il reste {count} minutes pour payer',
  },
  secondsLeftAnnouncement: {
    one: 'Il reste {count} seconde pour payer',
    many: 'Il reste {count} de secondes pour payer',
    other: 'Il reste {count} secondes pour payer',
  },

  openBankApp: 'Ouvrir dans l’appli de votre banque',
  unopened:
    'Rien ne s’est ouvert\u202f? Copiez les informations et ouvrez vous-même l’appli ou le navigateur.',
  qrNotSaved: 'Rien n’a été enregistré\u202f? Faites une capture d’écran.',
  payerFields: 'Vos informations',
  fieldBank: 'Votre banque',
  fieldPayerId: 'Votre identifiant client',
  fieldCard: 'Votre numéro de carte',
  fieldEmail: 'Adresse e-mail',
  fieldFirstName: 'Prénom',
  fieldLastName: 'Nom',
  fieldFullName: 'Nom complet',
  fieldOptional: '(facultatif)',
  fieldRequired: 'Veuillez remplir ce champ.',
  fieldChoose: 'Veuillez choisir une option.',
  fieldNotEmail: 'Veuillez saisir une adresse e-mail.',
  fieldNotPhone: 'Veuillez saisir un numéro de téléphone avec l’indicatif du pays.',
  fieldNotDigits: 'Veuillez saisir uniquement des chiffres.',
  fieldNotIban: 'Veuillez vérifier l’IBAN\u00a0: il contient une erreur.',
  fieldNotValid: 'Veuillez vérifier ce champ\u00a0: il n’est pas valide.',
  fieldTooLong: 'C’est trop long.',
  fieldRefused: 'Cette valeur n’a pas été acceptée. Veuillez la vérifier.',
}
