/** English for the form of a claim, loaded with it. Every locale has the same keys. */
export const claimMessages = {
  claimHelp: 'These details help us find it. All are optional.',
  claimSentAt: 'When you sent it',
  claimDigits: 'Last 4 digits of your card or account',
  claimNote: 'Anything else?',
  claimReceipts: 'Receipt or screenshot',
  claimReceiptsHint: 'Up to 3: photo, screenshot or PDF',
  claimUploading: 'Uploading…',
  claimUploaded: 'Added',
  claimWrongFile: 'This file can’t be used. Add a JPEG, PNG, WebP or PDF of up to 5 MB.',
  claimOffline: 'Not uploaded. We’ll try again when you’re online.',
  claimChooseAgain: 'Not uploaded. Choose the file again.',
  claimSend: 'Send details',
} as const

export type ClaimMessageKey = keyof typeof claimMessages
