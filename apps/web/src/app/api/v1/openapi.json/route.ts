import { openApiRoute } from '@/server/openapi/document.ts';

export const GET = openApiRoute;
