import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { PictureCounter } from '@/components/chart/chart-picture';
import { QueryProvider } from '@/features/api/query-provider';
import { ReaderClockProvider } from '@/features/reader/reader-clock';
import { readZone, zoneCookie } from '@/features/reader/reader-zone';
import { readTheme, themeCookie } from '@/features/settings/theme';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Proofload', template: '%s · Proofload' },
  description: 'Lab notebook and bench for people who test how far Kubernetes platforms scale',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const theme = readTheme(jar.get(themeCookie)?.value);
  return (
    <html lang="en" {...(theme === 'system' ? {} : { 'data-theme': theme })}>
      <body>
        <ReaderClockProvider zone={readZone(jar.get(zoneCookie)?.value)} nowMs={Date.now()}>
          <NuqsAdapter>
            <QueryProvider>
              <PictureCounter>{children}</PictureCounter>
            </QueryProvider>
          </NuqsAdapter>
        </ReaderClockProvider>
      </body>
    </html>
  );
}
