/** Why a testbed cannot be had or do what it was asked, in one sentence. Shown without a stack. */
export class TestbedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TestbedError';
  }
}
