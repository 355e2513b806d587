/**
 * Reads CSV records line by line (RFC 4180: a field in quotes may hold commas, line ends and doubled quotes). Each
 * line is looked at once, however many of them a record takes.
 */
export class RecordReader {
  /** Characters of the record that has no end yet; 0 without one. */
  openLength = 0;
  #fields: string[] = [];
  /** The lines of the quoted field that has no end yet. */
  #quoted: string[] = [];
  readonly #delimiter: string;

  /** @param delimiter one character that stands between fields */
  constructor(delimiter = ',') {
    this.#delimiter = delimiter;
  }

  /** The fields of the record that ends with this line, or null when a quoted field goes on in the next one. */
  push(line: string): string[] | null {
    if (this.openLength === 0 && !line.includes('"')) return line.split(this.#delimiter);
    if (!this.#read(line)) {
      this.openLength += line.length + 1;
      return null;
    }
    this.openLength = 0;
    const fields = this.#fields;
    this.#fields = [];
    return fields;
  }

  /** False when the last field has no end. */
  #read(line: string): boolean {
    let isQuoted = this.openLength > 0;
    for (let at = 0; at <= line.length; ) {
      if (!isQuoted && line[at] === '"') {
        isQuoted = true;
        at += 1;
      }
      const end = isQuoted ? closingQuote(line, at) : this.#endOfField(line, at);
      const piece = line.slice(at, end === -1 ? line.length : end);
      if (isQuoted) this.#quoted.push(piece);
      if (end === -1) return false;
      this.#fields.push(isQuoted ? this.#takeQuoted() : piece);
      at = (isQuoted ? this.#endOfField(line, end) : end) + 1;
      isQuoted = false;
    }
    return true;
  }

  #endOfField(line: string, start: number): number {
    const end = line.indexOf(this.#delimiter, start);
    return end === -1 ? line.length : end;
  }

  #takeQuoted(): string {
    const text = this.#quoted.join('\n').replaceAll('""', '"');
    this.#quoted = [];
    return text;
  }
}

function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}
