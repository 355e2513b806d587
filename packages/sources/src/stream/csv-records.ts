import { RecordReader } from './csv-record.ts';
import { invalidLine } from './invalid-line.ts';
import { LineSplitter, maxLineBytes } from './line-splitter.ts';

/** Cuts CSV into records as it arrives. Empty lines between records are no records. */
export class CsvRecords {
  readonly #splitter = new LineSplitter((bytes, start, end, line) =>
    this.#readLine(bytes.toString('utf8', start, end), line),
  );
  readonly #onRecord: (fields: readonly string[], line: number) => void;
  readonly #chooseDelimiter: (firstLine: string) => string;
  #reader: RecordReader | null = null;
  /** The line in which the record that is being read began. */
  #firstLine = 0;

  /**
   * @param onRecord is given the fields and the line in which the record begins
   * @param chooseDelimiter is asked once, with the first line
   */
  constructor(
    onRecord: (fields: readonly string[], line: number) => void,
    chooseDelimiter: (firstLine: string) => string = () => ',',
  ) {
    this.#onRecord = onRecord;
    this.#chooseDelimiter = chooseDelimiter;
  }

  get lines(): number {
    return this.#splitter.lines;
  }

  /** Throws `invalid` or `too-large` naming the line; the records before it have been given. */
  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
    if (this.#openLength > 0) throw invalidLine(this.#firstLine, 'expected a closing quote');
  }

  get #openLength(): number {
    return this.#reader?.openLength ?? 0;
  }

  #readLine(text: string, line: number): void {
    if (this.#openLength === 0) {
      if (text === '') return;
      this.#firstLine = line;
    }
    if (this.#openLength + text.length > maxLineBytes)
      throw invalidLine(this.#firstLine, 'expected a closing quote within 1 MiB');
    this.#reader ??= new RecordReader(this.#chooseDelimiter(text));
    const fields = this.#reader.push(text);
    if (fields !== null) this.#onRecord(fields, this.#firstLine);
  }
}
