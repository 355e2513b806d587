/** Where an uploaded script of a project is kept. */
export const scriptKey = (projectId: string, name: string): string => `${projectId}/scripts/${name}`;
