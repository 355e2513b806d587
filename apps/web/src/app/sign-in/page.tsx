import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { findActor } from '@/server/page-context';

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } };

const problems: Record<string, string> = {
  link: 'This link was used before or is too old. Print a new one: it stands in the terminal at every start.',
  forbidden: 'The request came from another site and was refused. Open the link again.',
  'rate-limited': 'Too many attempts. Wait a minute, then try again.',
};

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ link?: string; problem?: string; next?: string }>;
}) {
  const { link, problem, next } = await searchParams;
  if (!link && (await findActor())) redirect('/');
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-5 px-4">
      <div>
        <h1>Sign in to Proofload</h1>
        <p className="mt-1 text-muted">
          {link
            ? 'One click signs you in on this browser. The link works once.'
            : 'Open the sign-in link that the server printed when it started. It works once, and each start prints a new one.'}
        </p>
      </div>
      {problem && (
        <p role="alert" className="rounded-md bg-breach-soft px-3 py-2 text-breach">
          {problems[problem] ?? 'Signing in failed. The server log says why.'}
        </p>
      )}
      <form method="post" action="/sign-in/redeem" className="space-y-4">
        {next && <input type="hidden" name="next" value={next} />}
        {link ? (
          <input type="hidden" name="link" value={link} />
        ) : (
          <TextField
            label="Code"
            name="link"
            required
            autoComplete="off"
            spellCheck={false}
            hint="What follows “link=” in the printed address"
          />
        )}
        <Button type="submit" variant="primary" className="w-full">
          Sign in
        </Button>
      </form>
    </main>
  );
}
