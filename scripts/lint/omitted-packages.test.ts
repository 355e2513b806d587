import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findOmitted } from './omitted-packages.ts';

it('package-lock.json has every platform of every package, so that npm ci accepts it anywhere', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  expect(Object.keys(findOmitted(lock.packages)), 'run `npm run complete-lock`').toEqual([]);
});

it('findOmitted describes what is missing by its name', () => {
  const optionalDependencies = {
    '@swc/core-linux-arm-gnueabihf': '1.16.22',
    '@biomejs/cli-linux-x64-musl': '2.6.8',
    '@turbo/darwin-64': '2.11.11',
    '@turbo/windows-arm64': '2.11.11',
    '@turbo/linux-64': '2.11.11',
  };
  const packages = {
    'node_modules/turbo': { dev: true, optionalDependencies },
    'node_modules/@turbo/linux-64': {},
  };
  expect(findOmitted(packages)).toEqual({
    'node_modules/@swc/core-linux-arm-gnueabihf': {
      version: '1.16.22',
      cpu: ['arm'],
      dev: true,
      libc: ['glibc'],
      optional: true,
      os: ['linux'],
    },
    'node_modules/@biomejs/cli-linux-x64-musl': {
      version: '2.6.8',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
    'node_modules/@turbo/darwin-64': {
      version: '2.11.11',
      cpu: ['x64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    },
    'node_modules/@turbo/windows-arm64': {
      version: '2.11.11',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['win32'],
    },
  });
});

it('refuses to guess a platform', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { '@a/core-unknown': '1.0.0' } } };
  expect(() => findOmitted(packages)).toThrow('@a/core-unknown: its platform cannot be told from its name');
});
