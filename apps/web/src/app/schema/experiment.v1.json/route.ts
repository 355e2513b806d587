import { definitionJsonSchema } from '@proofload/domain';

/** The schema of definitions, for editors. Public, as it says nothing of this instance. */
export function GET(): Response {
  return Response.json(definitionJsonSchema(), {
    headers: {
      'content-type': 'application/schema+json',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    },
  });
}
