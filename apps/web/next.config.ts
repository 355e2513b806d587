import type { NextConfig } from 'next';

// Next counts builds and tells its makers unless this is set; nothing of Proofload reports to anybody.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  // Not `no-referrer`: that would also blank the Origin header that guards forms against other sites.
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), browsing-topics=()' },
];

/** Answers that are data, never pages: a browser that shows one runs nothing in it. Pages get theirs from src/proxy.ts. */
const dataPolicy = [
  { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'; sandbox" },
];

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  // The workspaces are TypeScript sources and are bundled; these stay what Node loads from node_modules.
  transpilePackages: [
    '@proofload/analysis',
    '@proofload/artifacts',
    '@proofload/charts',
    '@proofload/contracts',
    '@proofload/db',
    '@proofload/domain',
    '@proofload/executors',
    '@proofload/queue',
    '@proofload/series',
    '@proofload/services',
    '@proofload/sources',
    '@proofload/stats',
  ],
  serverExternalPackages: [
    '@prisma/adapter-pg',
    '@prisma/client',
    'bullmq',
    'ioredis',
    'pg',
    'pino',
    'undici',
  ],
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    { source: '/api/:path*', headers: dataPolicy },
    { source: '/schema/:path*', headers: dataPolicy },
  ],
};

export default config;
