import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Commande {order}',
  loading: 'Chargement du paiement',

  choose: 'Comment payer\u202f?',
  methodTransfer: 'Virement bancaire',
  methodTransferHint: 'Depuis l’application de votre banque',
  methodForm: 'Carte bancaire',
  methodFormHint: 'Sur une page de paiement sécurisée',
  deleteCard: 'Retirer',
  deleteCardConfirm: 'Confirmer\u202f?',
  actionFailed: 'L’opération n’a pas abouti. Veuillez réessayer.',
  deleteCardLabel: 'Retirer la carte {card}',

  preparing: 'Préparation de votre paiement',

  transfer: 'Virez exactement ce montant',
  transferHint: 'Un autre montant pourrait ne pas être reconnu.',
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
  stepAny: 'Envoyez-le à l’une de ces coordonnées',
  stepOne: 'Envoyez-le ici',
  stepReturn: 'Revenez ici',
  payWithin: 'À payer dans les {time}',
  lastMinute:
    'Pas encore envoyé\u202f? Ne commencez pas maintenant. L’argent déjà envoyé est pris en compte.',
  reportSent: 'J’ai payé',

  qr: 'Code QR',
  qrUnreadable: 'Le code QR ne peut pas être affiché.',
  saveQr: 'Enregistrer',
  shareQr: 'Partager',
  reportedAt: 'Envoi signalé\u00a0: {time}',
  notSentYet: 'Je ne l’ai pas encore envoyé',
  merchantAccount: '{shop} reçoit les paiements par le compte de cette personne.',

  payAnotherWay: 'Payer autrement',
  setAsideHint:
    'Seulement si vous n’avez pas envoyé d’argent. Ensuite, ne payez plus avec les anciennes coordonnées.',
  notSentChoose: 'Je n’ai pas envoyé d’argent\u00a0: choisir un autre moyen',
  notSentStart: 'Je n’ai rien envoyé\u00a0: recommencer',
  notSwitchable:
    'Ce paiement ne peut plus être remplacé. Nous continuons à le vérifier\u00a0: ne payez pas une seconde fois.',

  checking: 'Vérification de votre virement',
  checkingHint: 'Dès son arrivée, vous le verrez ici.',

  redirect: 'Aller à la page de paiement',
  redirectButton: 'Continuer',
  returned: 'En attente du résultat',
  returnedHint: 'Si vous n’avez pas fini de payer, vous pouvez reprendre le paiement.',

  pending: 'En attente de confirmation',
  pendingHint: 'Le résultat s’affichera ici.',
  slow: 'Cela prend plus de temps que d’habitude.',

  underpaid: 'Reçu\u00a0: {paid} sur {amount}',
  underpaidHint:
    'La boutique décide de la suite. Ne payez pas une seconde fois, sauf si elle vous le demande.',

  succeeded: 'Payé',
  succeededHint: 'Nous avons reçu {amount}.',
  succeededOtherAmount: 'Nous avons reçu {paid}. Le montant de la commande était de {amount}.',
  paymentMethod: 'Moyen de paiement',
  succeededLate: 'Il est finalement arrivé. Vous n’avez plus rien à payer.',

  failedTransfer: 'Nous n’avons pas reçu ce paiement',
  failed: 'Le paiement n’a pas abouti',
  doNotSendAgain: 'Si vous avez déjà envoyé l’argent, ne l’envoyez pas une seconde fois.',
  contact: 'Contactez la boutique et indiquez ce numéro de commande.',
  stillChecking: 'Nous continuons à vérifier. Si le paiement arrive, vous le verrez ici.',
  tryAgain: 'Réessayer',
  back: 'Retour',

  reasonTechnical: 'Un problème technique. Veuillez réessayer dans quelques minutes.',
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
  notFoundHint:
    'Rouvrez le paiement depuis la boutique. Si vous avez déjà payé, ne payez pas une seconde fois.',
  orderExpired: 'Ce lien de paiement a expiré',
  attemptsLimit: 'Trop de tentatives pour cette commande. Contactez la boutique.',
  amountChanged: 'Le montant de la commande a changé',
  unavailable: 'Paiement momentanément indisponible',
  unavailableHint: 'Veuillez réessayer dans quelques minutes ou contacter la boutique.',

  connectionLost: 'Connexion perdue. Nous vérifions…',
  connectionRestored: 'Connexion rétablie.',

  copy: 'Copier',
  copied: 'Copié',
  copyField: 'Copier\u00a0: {field}',
  copiedField: 'Copié\u00a0: {field}',
  copyFailed: 'La copie a échoué. Appuyez longuement sur le texte et copiez-le vous-même.',

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

  openBankApp: 'Ouvrir dans l’appli de la banque',
  unopened:
    'Rien ne s’est ouvert\u00a0? Copiez les informations et ouvrez vous-même l’appli ou le navigateur.',
  qrNotSaved: 'Rien n’a été enregistré\u00a0? Faites une capture d’écran.',
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
