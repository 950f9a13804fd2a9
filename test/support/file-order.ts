import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that run long, the longest first. Started late, one of them would run alone at the end. */
const slow = [
  /^test\/browser\/(widget\/(accessibility|screenshots|hostile|pages|qr-code)|demo\/(live|docs|static))\./,
  /^test\/browser\/console\//,
  /^test\/browser\/demo\//,
  /^test\/(simulator|crash)\//,
  /^test\/server-example\/process\.|^test\/server\/(admin\/acts-|faults\/|store\/)|^test\/cli\/doctor\./,
]

/**
 * The files of a project follow each other, the slow ones first: Vitest ends a worker, with all that it has imported and
 * the browser that it has started, as soon as the next file is one of another project.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId)
      const index = slow.findIndex((pattern) => pattern.test(path))
      return index === -1 ? slow.length : index
    }
    const projects = this.ctx.projects.map(({ name }) => name)
    const place = ({ project }: TestSpecification) => projects.indexOf(project.name)
    // Vitest has the largest files first.
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b) || rank(a) - rank(b))
  }
}
