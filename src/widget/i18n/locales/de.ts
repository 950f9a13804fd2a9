import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Bestellung {order}',
  loading: 'Zahlung wird geladen',

  choose: 'Wie möchten Sie bezahlen?',
  methodTransfer: 'Überweisung',
  methodTransferHint: 'Mit Ihrer Banking-App',
  methodForm: 'Karte',
  methodFormHint: 'Auf einer sicheren Zahlungsseite',
  deleteCard: 'Löschen',
  deleteCardConfirm: 'Diese Karte löschen?',
  actionFailed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  deleteCardLabel: 'Karte {card} löschen',

  preparing: 'Zahlung wird vorbereitet',

  transfer: 'Senden Sie genau diesen Betrag',
  transferHint: 'Ein anderer Betrag kann Ihre Bestellung verzögern.',
  card: 'Kartennummer',
  phone: 'Telefonnummer',
  iban: 'IBAN',
  accountNumber: 'Kontonummer',
  recipient: 'Empfänger',
  bank: 'Bank',
  scheme: 'Zahlungssystem',
  amount: 'Betrag',
  orderReference: 'Bestellnummer',
  details: 'Zahlungsdaten',
  stepOpen: 'Öffnen Sie Ihre Banking-App',
  stepAny: 'Senden Sie ihn an eines dieser Ziele',
  stepOne: 'Senden Sie ihn hierhin',
  stepReturn: 'Kommen Sie hierher zurück',
  payWithin: 'Noch {time} zum Bezahlen',
  lastMinute: 'Noch nicht gesendet? Beginnen Sie jetzt nicht mehr. Bereits gesendetes Geld zählt.',
  reportSent: 'Ich habe das Geld gesendet',

  qr: 'QR-Code',
  qrUnreadable: 'Der QR-Code kann nicht angezeigt werden.',
  saveQr: 'Speichern',
  shareQr: 'Teilen',
  reportedAt: 'Als gesendet markiert: {time}',
  notSentYet: 'Ich habe das Geld noch nicht gesendet',
  merchantAccount: '{shop} empfängt Zahlungen über das Konto dieser Person.',

  payAnotherWay: 'Anders bezahlen',
  replaceHint:
    'Nur wenn Sie kein Geld gesendet haben. Bezahlen Sie danach nicht mehr mit den bisherigen Daten.',
  notSentChoose: 'Kein Geld gesendet: anders bezahlen',
  notSentStart: 'Nichts gesendet: neu beginnen',
  notReplaceable:
    'Diese Zahlung lässt sich nicht mehr ändern. Wir prüfen weiter: Bitte bezahlen Sie nicht doppelt.',

  checking: 'Ihre Überweisung wird geprüft',
  checkingHint: 'Sobald sie eingeht, sehen Sie es hier.',

  redirect: 'Weiter zur Zahlungsseite',
  redirectButton: 'Weiter',
  returned: 'Warten auf das Ergebnis',
  returnedHint: 'Noch nicht fertig? Kehren Sie zur Zahlungsseite zurück.',

  pending: 'Warten auf Bestätigung',
  pendingHint: 'Das Ergebnis erscheint hier.',
  slow: 'Das dauert länger als üblich.',

  underpaid: '{paid} von {amount} erhalten',
  underpaidHint:
    'Der Shop entscheidet, wie es weitergeht. Senden Sie nur dann mehr Geld, wenn er Sie darum bittet.',

  succeeded: 'Bezahlt',
  succeededHint: 'Wir haben {amount} erhalten.',
  succeededOtherAmount: 'Wir haben {paid} erhalten. Der Bestellbetrag war {amount}.',
  paymentMethod: 'Zahlungsart',
  paidAt: 'Datum und Uhrzeit',
  receipt: 'Beleg',
  succeededLate: 'Die Zahlung ist doch noch eingegangen. Sie müssen nichts mehr bezahlen.',

  failedTransfer: 'Wir haben diese Zahlung nicht erhalten',
  failed: 'Die Zahlung hat nicht geklappt',
  doNotSendAgain: 'Geld schon gesendet? Bitte senden Sie es nicht noch einmal.',
  contact: 'Brauchen Sie Hilfe? Wenden Sie sich mit dieser Bestellnummer an den Shop.',
  stillChecking: 'Wir prüfen weiter. Wenn die Zahlung eingeht, sehen Sie es hier.',
  tryAgain: 'Noch einmal versuchen',
  back: 'Zurück',

  reasonTechnical: 'Ein technisches Problem. Bitte versuchen Sie es später noch einmal.',
  reasonAuthorization:
    'Ihre Bank hat die Zahlung nicht bestätigt. Versuchen Sie es noch einmal oder nutzen Sie eine andere Karte.',
  reasonDeclined: 'Die Zahlung wurde abgelehnt. Bitte wählen Sie eine andere Zahlungsart.',
  reasonUser: 'Die Zahlung wurde abgebrochen oder nicht abgeschlossen.',
  reasonIssuer: 'Ihre Bank hat die Karte abgelehnt. Nutzen Sie eine andere Karte oder fragen Sie Ihre Bank.',
  reasonFunds: 'Auf der Karte ist nicht genug Geld. Bitte nutzen Sie eine andere Karte.',
  copyDetails: 'Alle Angaben kopieren',
  anotherCard: 'Andere Karte verwenden',

  expired: 'Die Zeit zum Bezahlen ist abgelaufen',

  notFound: 'Zahlung nicht gefunden',
  notFoundHint:
    'Bitte öffnen Sie die Zahlung noch einmal im Shop. Schon bezahlt? Bitte bezahlen Sie nicht noch einmal.',
  orderExpired: 'Dieser Zahlungslink ist abgelaufen',
  attemptsLimit: 'Zu viele Zahlungsversuche für diese Bestellung. Bitte wenden Sie sich an den Shop.',
  amountChanged: 'Der Bestellbetrag hat sich geändert',
  loadAmount: 'Neuen Betrag laden',
  methodChanged: 'Die gewählte Zahlungsart ist gerade nicht verfügbar. Sie können stattdessen so bezahlen.',
  backToShop: 'Zurück zum Shop',
  unavailable: 'Bezahlen ist gerade nicht möglich',
  unavailableHint: 'Bitte versuchen Sie es später noch einmal oder wenden Sie sich an den Shop.',

  connectionLost: 'Keine Verbindung. Wir prüfen weiter…',
  connectionRestored: 'Wieder verbunden.',

  copy: 'Kopieren',
  copied: 'Kopiert',
  copyField: 'Kopieren: {field}',
  copiedField: 'Kopiert: {field}',
  copyFailed: 'Kopieren nicht möglich. Halten Sie den Text gedrückt, um ihn zu kopieren.',

  daysLeft: { one: '{count} Tag', other: '{count} Tage' },
  minutesLeftAnnouncement: {
    one: 'Noch {count} Minute zum Bezahlen',
    other: 'Noch {count} Minuten zum Bezahlen',
  },
  secondsLeftAnnouncement: {
    one: 'Noch {count} Sekunde zum Bezahlen',
    other: 'Noch {count} Sekunden zum Bezahlen',
  },

  openBankApp: 'In Ihrer Banking-App öffnen',
  unopened:
    'Hat sich nichts geöffnet? Kopieren Sie die Daten und öffnen Sie die App oder den Browser selbst.',
  qrNotSaved: 'Nichts gespeichert? Machen Sie einen Screenshot.',
  payerFields: 'Ihre Angaben',
  fieldBank: 'Ihre Bank',
  fieldPayerId: 'Ihre Kundennummer',
  fieldCard: 'Ihre Kartennummer',
  fieldEmail: 'E-Mail-Adresse',
  fieldFirstName: 'Vorname',
  fieldLastName: 'Nachname',
  fieldFullName: 'Vor- und Nachname',
  fieldOptional: '(freiwillig)',
  fieldRequired: 'Bitte füllen Sie dieses Feld aus.',
  fieldChoose: 'Bitte wählen Sie eine Möglichkeit.',
  fieldNotEmail: 'Bitte geben Sie eine E-Mail-Adresse ein.',
  fieldNotPhone: 'Bitte geben Sie eine Telefonnummer mit Landesvorwahl ein.',
  fieldNotDigits: 'Bitte geben Sie nur Ziffern ein.',
  fieldNotIban: 'Bitte prüfen Sie die IBAN: Sie enthält einen Fehler.',
  fieldNotValid: 'Bitte prüfen Sie dieses Feld: Es ist nicht gültig.',
  fieldTooLong: 'Das ist zu lang.',
  fieldRefused: 'Das wurde nicht angenommen. Bitte prüfen Sie es.',
}
