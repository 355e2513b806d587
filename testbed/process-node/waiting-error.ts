/** Why a container cannot start yet, with the reason that Kubernetes would show. It is tried again. */
export class WaitingError extends Error {
  readonly reason: string;

  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WaitingError';
    this.reason = reason;
  }
}
