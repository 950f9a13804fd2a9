export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation'
}
