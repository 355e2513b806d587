'use client';

export { BrokenPage as default } from '@/components/shell/broken-page';
