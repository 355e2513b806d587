import 'server-only';
import { attachmentNamed } from './attachment.ts';

/** A YAML document as a download. */
export function yamlDownload(text: string, fileName: string): Response {
  return new Response(text, {
    headers: {
      'content-type': 'application/yaml; charset=utf-8',
      'content-disposition': attachmentNamed(fileName),
      'cache-control': 'no-store',
    },
  });
}
