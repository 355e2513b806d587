import 'server-only';
import { attachmentNamed } from './attachment.ts';

/** What a call that gives a bundle declares. */
export const bundleResponse = {
  kind: 'stream',
  contentType: 'application/json',
  description: 'A bundle (`proofload-bundle`, version 1): canonical JSON, described in the guide',
} as const;

/** A bundle as a file to keep. @param name without an ending */
export const bundleDownload = (text: string, name: string): Response =>
  new Response(text, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': attachmentNamed(`${name}.proofload.json`),
      'cache-control': 'no-store',
    },
  });
