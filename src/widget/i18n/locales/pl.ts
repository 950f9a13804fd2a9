import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Zamówienie {order}',
  loading: 'Wczytujemy płatność',

  choose: 'Wybierz sposób płatności',
  methodTransfer: 'Przelew bankowy',
  methodTransferHint: 'Wyślij go z aplikacji swojego banku',
  methodForm: 'Karta',
  methodFormHint: 'Na bezpiecznej stronie płatności',
  deleteCard: 'Usuń',
  deleteCardConfirm: 'Na pewno?',
  actionFailed: 'Nie udało się. Spróbuj ponownie.',
  deleteCardLabel: 'Usuń kartę {card}',

  preparing: 'Przygotowujemy płatność',

  transfer: 'Przelej dokładnie tę kwotę',
  transferHint: 'Inna kwota może nie zostać rozpoznana.',
  card: 'Numer karty',
  phone: 'Numer telefonu',
  iban: 'IBAN',
  accountNumber: 'Numer rachunku',
  recipient: 'Odbiorca',
  bank: 'Bank',
  scheme: 'System płatności',
  amount: 'Kwota',
  orderReference: 'Numer zamówienia',
  details: 'Dane do przelewu',
  reportSent: 'Przelew wysłany',

  qr: 'Kod QR',
  qrUnreadable: 'Nie można wyświetlić kodu QR.',
  saveQr: 'Zapisz',
  shareQr: 'Udostępnij',

  checking: 'Sprawdzamy przelew',
  checkingHint: 'Gdy tylko dotrze, pokażemy to tutaj.',

  redirect: 'Przejdź do strony płatności',
  redirectButton: 'Dalej',
  returned: 'Czekamy na wynik',
  returnedHint: 'Jeśli płatność nie jest dokończona, możesz do niej wrócić.',

  pending: 'Czekamy na potwierdzenie',
  pendingHint: 'Wynik pojawi się tutaj.',

  succeeded: 'Zapłacono',
  succeededHint: 'Otrzymaliśmy {amount}.',
  succeededOtherAmount: 'Otrzymaliśmy {paid}. Kwota zamówienia to {amount}.',
  succeededLate: 'Płatność jednak dotarła. Nie trzeba już nic płacić.',

  failedTransfer: 'Nie otrzymaliśmy tej płatności',
  failed: 'Płatność się nie powiodła',
  doNotSendAgain: 'Jeśli pieniądze są już wysłane, nie wysyłaj ich ponownie.',
  contact: 'Skontaktuj się ze sklepem i podaj ten numer zamówienia.',
  stillChecking: 'Nadal sprawdzamy. Jeśli płatność dotrze, pokażemy to tutaj.',
  tryAgain: 'Spróbuj ponownie',
  back: 'Wróć',

  reasonTechnical: 'Problem techniczny. Spróbuj ponownie za kilka minut.',
  reasonAuthorization: 'Twój bank nie potwierdził płatności. Spróbuj ponownie albo użyj innej karty.',
  reasonDeclined: 'Płatność została odrzucona. Wybierz inny sposób płatności.',
  reasonUser: 'Płatność została anulowana albo nie została dokończona.',
  reasonIssuer: 'Twój bank odrzucił kartę. Użyj innej karty albo zapytaj w banku.',
  reasonFunds: 'Na karcie jest za mało środków. Użyj innej karty.',

  expired: 'Czas na płatność minął',

  notFound: 'Nie znaleźliśmy tej płatności',
  notFoundHint: 'Otwórz płatność ponownie w sklepie. Jeśli pieniądze są już wysłane, nie płać ponownie.',
  orderExpired: 'Ten link do płatności wygasł',
  attemptsLimit: 'Zbyt wiele prób zapłaty za to zamówienie. Skontaktuj się ze sklepem.',
  amountChanged: 'Kwota zamówienia się zmieniła',
  unavailable: 'Płatność jest teraz niedostępna',
  unavailableHint: 'Spróbuj ponownie za kilka minut albo skontaktuj się ze sklepem.',

  connectionLost: 'Brak połączenia. Nadal sprawdzamy…',
  connectionRestored: 'Połączenie wróciło.',

  copy: 'Kopiuj',
  copied: 'Skopiowano',
  copyField: 'Kopiuj: {field}',
  copiedField: 'Skopiowano: {field}',
  copyFailed: 'Nie udało się skopiować. Tekst jest zaznaczony: skopiuj go ręcznie.',

  daysLeft: { one: '{count} dzień', few: '{count} dni', many: '{count} dni', other: '{count} dnia' },
  minutesLeftAnnouncement: {
    one: 'Na płatność została {count} minuta',
    few: 'Na płatność zostały {count} minuty',
    many: 'Na płatność zostało {count} minut',
    other: 'Na płatność zostało {count} minuty',
  },
  secondsLeftAnnouncement: {
    one: 'Na płatność została {count} sekunda',
    few: 'Na płatność zostały {count} sekundy',
    many: 'Na płatność zostało {count} sekund',
    other: 'Na płatność zostało {count} sekundy',
  },

  openBankApp: 'Otwórz w aplikacji banku',
}
