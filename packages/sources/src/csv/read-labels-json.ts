import { z } from 'zod';
import { invalidLine } from '../stream/invalid-line.ts';

const labelsSchema = z.record(z.string(), z.string());

/** Labels as a JSON object; any other text is the value of a label of that name. Throws `invalid` naming the line. */
export function readLabelsJson(text: string, line: number): Readonly<Record<string, string>> {
  if (!text.startsWith('{')) return text === '' ? {} : { labels: text };
  try {
    return labelsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw invalidLine(line, 'expected a JSON object of texts in labels, such as {"shard":"1"}', cause);
  }
}
