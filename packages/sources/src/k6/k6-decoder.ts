/** Reads one of k6's line formats as it arrives, into a sink. */
export interface K6Decoder {
  /** Lines read to their end. */
  readonly lines: number;
  readonly samples: number;
  /** Throws `invalid` or `too-large` naming the line; what came before has reached the sink. */
  write(chunk: Uint8Array): void;
  /** Takes what follows the last line end as the last line. */
  end(): void;
  /** What the reader of the results should know, in sentences. */
  warnings(): string[];
}
