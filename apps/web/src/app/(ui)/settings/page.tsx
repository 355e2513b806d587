import { listTokens, who } from '@proofload/services';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import Link from 'next/link';
import { SignOut } from '@/components/shell/sign-out';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Panel, PanelBody } from '@/components/ui/panel';
import { readTheme, themeCookie } from '@/features/settings/theme';
import { ThemeSwitch } from '@/features/settings/theme-switch';
import { TokensPanel } from '@/features/settings/tokens-panel';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const ctx = await requirePageContext();
  const [me, tokens] = await Promise.all([who(ctx), listTokens(ctx)]);
  return (
    <div className="max-w-5xl space-y-5">
      <PageHeader title="Settings" />
      <Panel title="You" actions={<SignOut />}>
        <PanelBody className="flex flex-wrap items-center gap-2">
          <span>
            <span className="font-medium">{me.name}</span> in project{' '}
            <span className="font-medium">{me.project}</span>, with
          </span>
          {me.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </PanelBody>
      </Panel>
      <TokensPanel tokens={tokens} />
      <Panel title="Prometheus servers">
        <PanelBody className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">
            Where runs may be measured, with prefix, tenant, credentials and certificates.
          </p>
          <Button size="small" asChild>
            <Link href="/settings/prometheus">Prometheus servers</Link>
          </Button>
        </PanelBody>
      </Panel>
      <Panel title="Retention">
        <PanelBody className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">
            After how many days samples, artifacts and logs of finished runs expire, and what is stored.
          </p>
          <Button size="small" asChild>
            <Link href="/settings/retention">Retention</Link>
          </Button>
        </PanelBody>
      </Panel>
      <Panel title="Appearance">
        <PanelBody className="flex items-center gap-3">
          <span>Colours</span>
          <ThemeSwitch theme={readTheme((await cookies()).get(themeCookie)?.value)} />
        </PanelBody>
      </Panel>
    </div>
  );
}
