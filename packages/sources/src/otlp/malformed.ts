import type { ProofloadError } from '@proofload/domain';
import { malformedMessage } from '../protobuf/protobuf-reader.ts';

export const requestSubject = 'OTLP metrics';

export const malformed = (why: string): ProofloadError => malformedMessage(requestSubject, why);
