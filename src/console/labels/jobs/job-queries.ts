import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../../api/client'

export type PrintJob = Schemas['PrintJob']
export type PrintLabel = Schemas['PrintLabel']
export type LabelState = 'queued' | 'sent' | 'verified' | 'live' | 'void'

/** While a printer works, and otherwise. */
const [activeMs, idleMs] = [1000, 15_000]
const listed = 200

/** All keys begin with the same word, so that a change loads all of them again. */
const jobsKey = 'print-jobs'

const pathOf = (id: number) => ({ path: { print_job: id } })

export const isActive = ({ state }: PrintJob): boolean => state === 'printing' || state === 'waiting'

/** Returns how often a job, or what belongs to it, is loaded again. */
export const pollMsOf = (job: PrintJob | undefined): number => (job && isActive(job) ? activeMs : idleMs)

export const useJobs = () =>
  useQuery({
    queryKey: [jobsKey, 'list'],
    queryFn: () => dataOf(api.GET('/internal/v1/print-jobs', { params: { query: { limit: listed } } })),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isActive) ? activeMs * 2 : idleMs),
  })

export const useJob = (id: number) =>
  useQuery({
    queryKey: [jobsKey, id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/print-jobs/{print_job}', { params: pathOf(id) }))).data,
    refetchInterval: ({ state: { data } }) => pollMsOf(data),
  })

export const labelsKey = (id: number) => [jobsKey, id, 'labels']

export const labelsOf = (id: number, query: { state?: LabelState[]; limit: number; offset: number }) =>
  dataOf(api.GET('/internal/v1/print-jobs/{print_job}/labels', { params: { ...pathOf(id), query } }))

/** The labels that the encode station can make live, the first one of them first. */
export const useNextLabel = (job: PrintJob) =>
  useQuery({
    queryKey: [...labelsKey(job.id), 'next'],
    queryFn: async () => {
      const state: LabelState[] = job.printer_id === null ? ['sent', 'verified'] : ['verified']
      const { data } = await labelsOf(job.id, { state, limit: 1, offset: 0 })
      return data[0] ?? null
    },
    refetchInterval: pollMsOf(job),
  })

export const jobsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [jobsKey] })

const change = async (id: number, action: 'pause' | 'resume' | 'cancel'): Promise<void> => {
  await dataOf(api.POST(`/internal/v1/print-jobs/{print_job}/${action}`, { params: pathOf(id) }))
  await jobsChanged()
}

const stationPath = '/internal/v1/print-jobs/{print_job}/station'

export const actions = {
  pause: (id: number) => change(id, 'pause'),
  resume: (id: number) => change(id, 'resume'),
  cancel: (id: number) => change(id, 'cancel'),
  async giveStation(id: number, readerId: number): Promise<void> {
    await dataOf(api.POST(stationPath, { params: pathOf(id), body: { reader_id: readerId } }))
    await jobsChanged()
  },
  async takeStation(id: number): Promise<void> {
    await dataOf(api.DELETE(stationPath, { params: pathOf(id) }))
    await jobsChanged()
  },
  async reprint(id: number, label: number): Promise<void> {
    const params = { path: { print_job: id, label } }
    await dataOf(api.POST('/internal/v1/print-jobs/{print_job}/labels/{label}/reprint', { params }))
    await jobsChanged()
  },
}
