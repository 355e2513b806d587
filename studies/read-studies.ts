import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a published study, as the API takes them. */
export interface StudyFiles {
  study: string;
  experiments: string[];
  report: string;
}

/** The published studies that come with the product, by the name of their folder. @param folder `studies` */
export async function readStudies(folder: string): Promise<Map<string, StudyFiles>> {
  const studies = new Map<string, StudyFiles>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const files = entry.isDirectory() ? await readdir(join(folder, entry.name)) : [];
    if (files.includes('study.yaml')) studies.set(entry.name, await readStudy(join(folder, entry.name)));
  }
  return studies;
}

async function readStudy(folder: string): Promise<StudyFiles> {
  const experiments = (await readdir(join(folder, 'experiments'))).sort();
  return {
    study: await readFile(join(folder, 'study.yaml'), 'utf8'),
    report: await readFile(join(folder, 'report.md'), 'utf8'),
    experiments: await Promise.all(
      experiments.map((file) => readFile(join(folder, 'experiments', file), 'utf8')),
    ),
  };
}
