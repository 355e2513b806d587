import 'server-only';
import { ProofloadError } from '@proofload/domain';
import { notFound } from 'next/navigation';

/** What a service gives, or the page that says that there is nothing here. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProofloadError && error.code === 'not-found') notFound();
    throw error;
  }
}
