import { expect, test } from 'bun:test'
import { CountAnswers } from '../../src/console/counting/count-answers'
import type { CountScan } from '../../src/console/scans/count-scan'

/** What a phone says about the scans of a stocktake. */

const asset = (id: number, location: number) => ({
  asset_id: id,
  external_key: `A-${id}`,
  name: `Asset ${id}`,
  location_id: location,
  tags: [{ tag_type: 'barcode', value: `TAG${id}` }],
  counted: null,
})

function scan(answers: CountAnswers, value: string, locationId: number, at: string): CountScan {
  const { counted, ...answer } = answers.answer(value, locationId)
  answers.add(answer.assetId, value, locationId, { by: 'Ana', at })
  return { whose: '', stocktakeId: 1, locationId, value, observedAt: at, ...answer, countedBy: counted?.by }
}

test('a scan that is undone leaves the progress of the location where the asset was counted before', () => {
  const answers = new CountAnswers([asset(1, 10), asset(2, 10), asset(3, 11)])
  expect(scan(answers, 'TAG1', 10, '2026-11-29T08:00:00.000Z').verdict).toBe('found')
  const wrong = scan(answers, 'TAG1', 11, '2026-11-29T08:01:00.000Z')
  expect(wrong.verdict).toBe('elsewhere')
  expect(answers.progress(10)).toEqual({ found: 0, expected: 2 })

  answers.remove(wrong)
  expect(answers.progress(10)).toEqual({ found: 1, expected: 2 })
  expect(answers.progress(11)).toEqual({ found: 0, expected: 1 })
  expect(answers.answer('tag1', 10).verdict).toBe('again')
  expect(answers.answer('tag1', 11).verdict).toBe('elsewhere')
})
