/** Why Proofload cannot start, in one sentence for whoever typed `npm start`. Shown without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
