import 'server-only';
import { type Actor, authenticate, type ReportReader, type ServiceContext } from '@proofload/services';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { contextFor, getContainer } from './container.ts';
import { pathHeader } from './page-headers.ts';
import { sessionCookieName } from './session-cookie.ts';

/** Who looks at the page; null when nobody is signed in. Asked once per request, however many components ask. */
export const findActor = cache(async (): Promise<Actor | null> => {
  const container = getContainer();
  const session = (await cookies()).get(sessionCookieName(container.env.baseUrl))?.value;
  return authenticate(container, { session });
});

/** Who looks at the page. Without a session the reader is sent to sign in, and back here afterwards. */
async function requireActor(): Promise<Actor> {
  const actor = await findActor();
  if (actor) return actor;
  const path = (await headers()).get(pathHeader) ?? '/';
  redirect(`/sign-in?next=${encodeURIComponent(path)}`);
}

/** What service verbs are called with from a page that wants a session. */
export async function requirePageContext(): Promise<ServiceContext> {
  return contextFor(getContainer(), await requireActor());
}

/** What `readReport` is called with: also for readers who are not signed in. */
export async function currentReader(): Promise<ReportReader> {
  return contextFor(getContainer(), await findActor());
}
