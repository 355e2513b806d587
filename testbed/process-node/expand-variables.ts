/** Replaces `$(NAME)` in a command or a value as Kubernetes does: unknown names stay, `$$(NAME)` gives `$(NAME)`. */
export function expandVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\$|\$\(([\w.-]+)\)/g, (match, name: string | undefined) =>
    name === undefined ? '$' : (variables[name] ?? match),
  );
}
